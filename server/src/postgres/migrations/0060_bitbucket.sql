-- Projects may be connected with Bitbucket Cloud.

alter table code_host_connection
  drop constraint code_host_connection_host_check,
  add constraint code_host_connection_host_check
    check (host in ('github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'git'));
