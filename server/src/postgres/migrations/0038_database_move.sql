-- Where everything has gone that this database held: whoever starts on it again is told, since two servers on copies of the same
-- jobs would push to the same branches. Has a row in the one that was moved away from, and none in the other.
create table database_move (
  moved_at timestamptz primary key default now(),
  -- Without a password.
  moved_to text not null
);
