"""What a profile of plain tiles says, as a person may have written or changed it."""

PROFILE = """
schema_version = 1
game = "bilging"
permission = "own"
[window]
title = "a window that nobody has opened"
width = 400
height = 600
[board]
x = 10.0
y = 10.0
width = 270.0
height = 540.0
rows = 12
cols = 6
[[kinds]]
code = 0
name = "colour 0"
file = "kind_00.png"
[reader]
min_margin = 0.2
max_distance = 30.0
max_core = 20.0
"""
