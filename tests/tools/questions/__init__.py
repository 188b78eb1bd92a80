"""`make questions`: can a newcomer find a page of the docs, and guess the file of a feature?"""
