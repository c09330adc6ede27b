-- Which pages were asked for in another form than HTML, by day and month: single views, which tell it too, are dropped.

-- found, surface, kind, page → views; of all surfaces but html, which is what the other tables have beyond these
alter table view_rollup add column surfaces bytea not null default '';
alter table view_rollup alter column surfaces set storage external;

-- The roll-ups of this day and later have their surfaces. Those that are there already are filled in from single views.
alter table view_site add column surfaces_from date not null default '-infinity';
update view_site set surfaces_from = 'infinity'
where project_id in (select project_id from view_rollup) or project_id in (select project_id from view_journal);
