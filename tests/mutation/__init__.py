"""Would anybody notice if a rule or a line of code were wrong?

    python -m tests.mutation --what python --count 200 --seed 7 --jobs 2
    python -m tests.mutation --what rules --count 300 --seed 7

A *mutant* is a file with one small change: another number, a condition less, an event, a page, a sentence
or a result exchanged. Mutants are drawn from all rule files or all of `wtrules/`, and each is judged by the
tests: of code by those that run the changed line and those that name its module, of rules by those that
play or read them. Survivors are printed with their place. Those that make no difference stand in
`survivors.txt`, each with its reason.

The tools for this that others keep run all mutants of a module, or all tests for each; here a sample of
everything is drawn, and rule files are changed as well.
"""
