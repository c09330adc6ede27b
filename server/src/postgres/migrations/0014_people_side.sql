-- Which side counts people is decided by a week of data where nobody has said it and both tell of the same ones.

-- Somebody has said it, be it that either side counts.
alter table project add column people_chosen boolean not null default false;
update project set people_chosen = true where people_from is not null;

-- When the data have decided people_from; null where they have not.
alter table project add column people_decided_at timestamptz;
