"""The formulas loop by loop over plain numbers, one file per method, written from the sources without the package."""
