-- The mirrors of repositories that Copydesk keeps: what each has, and since when one cannot be brought up to date.

create table repository_mirror (
  project_id text primary key references project (id),
  -- SHA-256 of the branches and tags that the mirror has; null before it has any.
  refs bytea check (octet_length(refs) = 32),
  mirrored_at timestamptz,
  failed_at timestamptz,
  failure text,
  check ((refs is null) = (mirrored_at is null)),
  check ((failed_at is null) = (failure is null))
);
