-- What test keys work on: each organisation has at most one twin, which holds test keys and the twins of its projects. Whatever is
-- scoped by an organisation keeps the two apart by that alone.
alter table organisation add column test_of text references organisation;
alter table organisation add constraint organisation_test_check
  check (case when test_of is null then id !~ '^test_' else id = 'test_' || test_of end);

-- The project that a test project stands for. Those that are made by a test key stand for none.
alter table project add column test_of text references project on delete set null;
create unique index project_test_of on project (test_of) where test_of is not null and deleted_at is null;

-- Page views of a test project are generated up to this day, which is not among them; null before the first.
alter table project add column test_views_until date;

-- For what removes jobs of test keys that have ended.
create index job_of_test on job (updated_at) where starts_with(organisation_id, 'test_') and status <> 'active';
