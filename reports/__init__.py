"""Reports for people: PDF pages, and the figures that they share with the notebooks."""
