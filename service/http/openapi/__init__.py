"""Build the OpenAPI and AsyncAPI documents from the resources and the registry."""
