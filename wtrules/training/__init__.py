"""A bot that learns a ruleset by playing against itself.

- `lessons` plays games in native code and records what every player saw, and who won.
- `network` fits a small network to that, with numpy.
- `train` repeats the two, generation by generation, and measures what was learned.
- `curve` draws the learning curve.

The file that comes out, and the bot that plays with it, are in `wtrules.game.learned`.
"""
