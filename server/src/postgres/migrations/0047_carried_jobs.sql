-- Jobs that carry the change of another one somewhere: back, as an undo, or to another branch, as a backport.
create table carried_job (
  job_id text primary key references job on delete cascade,
  -- undo or backport
  kind text not null check (kind in ('undo', 'backport')),
  -- The job whose change it is.
  of_job_id text not null references job on delete cascade,
  -- The number of the pull request that brought the change.
  pull_request_number integer not null,
  -- The first job of those that one request made: a request that comes again is answered with all of them.
  request_id text not null
);
create index carried_job_of on carried_job (of_job_id);
create index carried_job_request on carried_job (request_id);
