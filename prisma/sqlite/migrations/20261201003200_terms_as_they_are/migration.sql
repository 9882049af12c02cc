-- Here the full text is of the terms as they are; its parts are merged for the first time.
INSERT INTO "ExchangeText"("ExchangeText") VALUES ('optimize');
