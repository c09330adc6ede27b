-- Each process that collects counts what arrived in rows of its own: with one row for all, each waited until the others had
-- flushed theirs. They are summed up when they are read. A process has a number from 0 to 63 by chance.
alter table view_health add column writer smallint not null default 0;
alter table view_health drop constraint view_health_pkey;
alter table view_health add primary key (project_id, day, name, writer);
