-- A model may judge whether pages answer the questions that the docs must answer.

alter table project add column questions_model text;
