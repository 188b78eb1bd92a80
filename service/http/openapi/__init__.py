"""The published contract, made from resources and registry."""
