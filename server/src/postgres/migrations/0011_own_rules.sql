-- Whom a project tells apart by rules of its own, and whose views it does not count.

alter table project
  -- Each with its name, pattern and class, and of AI also agent, operator and purpose; the first that matches decides.
  add column reader_rules jsonb not null default '[]'
    check (jsonb_typeof(reader_rules) = 'array' and jsonb_array_length(reader_rules) <= 100),
  -- Addresses and blocks of them, paths and user agents with `*`.
  add column exclude_addresses text[] not null default '{}' check (cardinality(exclude_addresses) <= 100),
  add column exclude_paths text[] not null default '{}' check (cardinality(exclude_paths) <= 100),
  add column exclude_user_agents text[] not null default '{}' check (cardinality(exclude_user_agents) <= 100);
