-- A repository on a disk is on one machine, or on those that share the disk: workers elsewhere leave its jobs alone.

-- Machines, as their data folders know them; the name is for people.
create table machine (
  id text primary key,
  name text not null
);

-- Where the repository was last found; null for one on a git server, and where nobody has looked yet.
alter table project add column repository_machine text;

-- The projects whose repositories a worker did not find on its machine, as far as it was given jobs of them.
alter table worker add column elsewhere text[] not null default '{}';
