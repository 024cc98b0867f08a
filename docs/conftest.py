"""What pytest leaves alone here: the settings of Sphinx are no module of ours."""

collect_ignore = ["conf.py"]
