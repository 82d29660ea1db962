"""Advanced tasks as retrieval: declarations, their data, and the examples made of them."""

from perimetry.datasets.tasks.catalogue import declared_tasks, find_task
from perimetry.datasets.tasks.declaration import FAMILIES, Source, Task, read_task
from perimetry.datasets.tasks.example import Example
from perimetry.datasets.tasks.reformulate import reformulate

__all__ = [
    "FAMILIES",
    "Example",
    "Source",
    "Task",
    "declared_tasks",
    "find_task",
    "read_task",
    "reformulate",
]
