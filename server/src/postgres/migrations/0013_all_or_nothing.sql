-- Runs a statement that answers whether it has done all that it should, and answers the same; where it has not, nothing
-- of it is done, and so where a unique constraint refuses it. An error that is caught here is not told in the server's log.
-- The statement takes its arguments from $1, an array.
create function all_or_nothing(statement text, variadic arguments text[]) returns boolean
language plpgsql as $$
declare
  done boolean;
begin
  execute statement into done using arguments;
  if done is not true then
    raise exception sqlstate 'CD001';
  end if;
  return true;
exception when unique_violation or sqlstate 'CD001' then
  -- Whatever was done since "begin" is undone.
  return false;
end
$$;
