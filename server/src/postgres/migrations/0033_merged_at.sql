-- When a pull request at a code host ended, or when Copydesk learnt of it: the views after are compared with those before. Null for
-- those that ended before this was kept; a local one has it in its own row.
alter table job_delivery add column pull_request_ended_at timestamptz;
