-- What was merged in a week or a month, for reports.
create index job_delivery_merged on job_delivery (pull_request_ended_at) where pull_request_state = 'merged';
create index pull_request_merged on pull_request (project_id, ended_at) where state = 'merged';
