"""What can go wrong on the way to a data file: one class each, so that a caller can tell them apart."""

from __future__ import annotations


class DatasetError(RuntimeError):
    """A data file cannot be downloaded, or is not the registered one; the message says why and what to do.

    Source: tiws_teach, its own.
    """


class WrongHashError(DatasetError):
    """A file is complete but not the file that the registry describes.

    Source: tiws_teach, its own.
    """


class CutFileError(DatasetError):
    """A file ends before its registered number of bytes.

    Source: tiws_teach, its own.
    """


class UnreachableError(DatasetError):
    """The source could not be reached, or it does not have the file any more.

    Source: tiws_teach, its own.
    """


class UnwritableCacheError(DatasetError):
    """The cache folder cannot be made or written to.

    Source: tiws_teach, its own.
    """
