-- Who asks for a job may want its pull request held back as a draft.

alter table job add as_draft boolean not null default false;
