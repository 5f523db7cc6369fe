"""Playing a ruleset to check it: the variants it offers, its examples, and games at random.

The package is not called `validate`, because `wtrules.validate` is a function: importing a
submodule would replace it on the package.
"""
