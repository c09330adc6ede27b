-- Backups that were made, for those who ask when the last one was. The newest hundred are kept.
create table backup (
  made_at timestamptz primary key,
  -- On the machine that made it.
  file text not null,
  bytes bigint not null,
  machine text not null
);
