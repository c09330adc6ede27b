-- What a large project's views cost to write: its roll-ups are in slices, and one process folds it at a time.

-- A row has the pages, and the referrers, from the number "first" to that of the next row; the first one has those of all
-- that is not told by them. Rows from before have all.
alter table view_rollup add column first integer not null default 0;
-- What was added lately to rows that are much larger: kept beside them until it is a tenth of them. The truth is the sum.
alter table view_rollup add column recent boolean not null default false;
alter table view_rollup drop constraint view_rollup_pkey;
alter table view_rollup add primary key (project_id, level, start, recent, first);

-- Who folds a project's journal, and until when by the database's clock; whoever has died is not waited for longer.
create table view_fold (
  project_id integer primary key,
  folder uuid not null,
  leased_at timestamptz not null,
  leased_until timestamptz not null
);
