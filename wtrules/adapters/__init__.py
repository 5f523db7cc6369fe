"""The game in other people's frameworks: PettingZoo, Gymnasium, OpenSpiel.

Each module imports its framework itself and needs nothing of the others; `pip install "wtrules[rl]"`
installs numpy, and the framework is installed by its own name.
"""
