-- The addresses that a job is to repair: asked for by readers and not found. They are 2,000 at the most, and too many for a prompt.
create table job_missed_path (
  job_id text not null references job on delete cascade,
  position integer not null,
  -- As page views have it.
  path text not null,
  human integer not null,
  ai integer not null,
  primary key (job_id, position)
);
