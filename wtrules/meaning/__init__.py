"""From rules to their meaning: names bound, types checked, values computed.

`elaborate` takes resolved rules and returns a `nodes.Meaning` with the mistakes it found, with
`binder`, `binding`, `bind_*` and `relations`; `evaluate` finds what terms can be, and `reach` what can have an effect;
`references` says what names mean, `references_in` also those of what is not in
force; `circles` looks for what needs the whole; `normal_form` and `fingerprint` write
meaning as text.
"""
