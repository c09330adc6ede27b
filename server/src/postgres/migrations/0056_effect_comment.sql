-- What a merged pull request did to page views may be posted there as a comment.

alter table project
  add column effect_comment text not null default 'off' check (effect_comment in ('off', 'on'));

alter table job_delivery
  -- When a worker last began to compare the views, and when the comment was posted or found not to be worth one.
  add column effect_attempted_at timestamptz,
  add column effect_ended_at timestamptz;
