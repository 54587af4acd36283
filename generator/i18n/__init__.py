"""Translation: catalogues of messages, their extraction, application and coverage."""
