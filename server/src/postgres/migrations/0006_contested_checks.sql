-- What the checks may do to a job, and pull requests that are held back as drafts.

alter table project
  -- 'strict': a job whose change breaks the docs fails, whatever the model says; 'draft': where it has contested every
  -- problem that is left, its pull request opens as a draft.
  add column checks text not null default 'draft' check (checks in ('strict', 'draft')),
  -- From how many views in 30 days on an address that is lost is an error; 0: never.
  add column guard_views integer not null default 100 check (guard_views between 0 and 1000000000),
  -- Where the site is published, such as 'https://docs.example.com', without a slash at the end; null: not told.
  add column site_url text;

-- Of pull requests that are kept here.
alter table pull_request add column draft boolean not null default false;

-- Stored with the intent, so that a delivery that is finished after a crash is held back as well.
alter table job_delivery add column draft boolean not null default false;
