"""Names that options used to have, kept for scripts that use them.

They still work wherever the new name does; no help shows them.
"""

OLD_NAMES = {
    "--variants": "--with",
    "--workers": "--jobs",
    "--out": "--data",
    "--examples-out": "--write-examples",
    "--most": "--max-decisions",
}
