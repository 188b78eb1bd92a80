"""Hansa Teutonica: five board sides, two editions, every variant."""
