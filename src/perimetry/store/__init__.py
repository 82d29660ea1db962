"""Vectors on disk, so that nothing is encoded twice."""

from perimetry.store.vector_store import StoredEncoder, VectorStore, default_path, vector_key

__all__ = ["StoredEncoder", "VectorStore", "default_path", "vector_key"]
