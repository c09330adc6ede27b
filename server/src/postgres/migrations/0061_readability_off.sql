-- Which warnings about AI readers a project does not want.

alter table project
  -- Names of rules; an unknown one, of a later version, has no effect.
  add column readability_off text[] not null default '{}';
