-- A trigger may be switched off, and tells what came to it last.

alter table trigger
  add disabled_at timestamptz,
  -- The newest first, at most twenty: in the row, so that nobody has to throw old ones away.
  add recent jsonb not null default '[]';
