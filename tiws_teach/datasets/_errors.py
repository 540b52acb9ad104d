"""Errors of finding and downloading a data file, one class for each cause."""


class DatasetError(RuntimeError):
    """A data file cannot be downloaded or is not the registered file; the message says why and what to do."""


class WrongHashError(DatasetError):
    """A file is complete but is not the file in the registry."""


class CutFileError(DatasetError):
    """A file has fewer bytes than registered."""


class UnreachableError(DatasetError):
    """The source cannot be reached or no longer has the file."""


class UnwritableCacheError(DatasetError):
    """The cache folder cannot be created or written to."""
