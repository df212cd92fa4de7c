"""The JSON that ninefivetwo writes and reads: a class for each kind of object, which docs/json.md is made from.

Each stands alone under a schema name with a version of its own, such as "ninefivetwo.solve/1", in its field `schema`.
The version is raised when a field is renamed or changes its meaning.
"""
