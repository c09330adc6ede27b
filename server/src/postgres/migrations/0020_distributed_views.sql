-- Page views may be distributed by project over the nodes of a Citus cluster: `copydesk database distribute`.

-- Runs statements of one project one after the other, all or none: none where the condition does not answer true, nor where
-- a unique constraint refuses one of them. An error that is caught here is not told in the server's log. They take their
-- arguments from $1, an array. In a cluster the whole function runs on the node that has the project, in one go there and
-- back. all_or_nothing() stays for processes that have not been replaced yet.
create function all_or_nothing_of(project integer, condition text, statements text[], variadic arguments text[])
returns boolean
language plpgsql as $$
declare
  holds boolean;
  one text;
begin
  execute condition into holds using arguments;
  if holds is not true then
    return false;
  end if;
  foreach one in array statements loop
    execute one using arguments;
  end loop;
  return true;
exception
  when unique_violation then
    -- Whatever was done since "begin" is undone.
    return false;
  when internal_error then
    -- Where Citus sends a statement to another node, it tells what went wrong there by the message alone.
    if sqlerrm like '%duplicate key value violates unique constraint%' then
      return false;
    end if;
    raise;
end
$$;

-- Distributes a table of page views with the others where they are distributed, and does nothing where they are not: for
-- migrations that make such a table.
create function distribute_with_views(added regclass) returns void
language plpgsql as $$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1 and partmethod = ''h'')'
      into is_distributed using 'view_site'::regclass;
  end if;
  if is_distributed then
    execute 'select create_distributed_table($1, ''project_id'', colocate_with => ''view_site'')' using added;
  end if;
end
$$;
