-- What readers report may come to a job with a later message. Only a pull request that was made after this message was
-- read answers it. Until now feedback came with the first message alone.

alter table feedback add column given_with integer not null default 0;
