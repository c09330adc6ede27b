-- Counts that another product has made. They are kinds of their own, so that every number can be told with and without
-- them; '' is what Copydesk has counted itself.
alter table view_kind add column source text not null default '';
alter table view_kind drop constraint view_kind_project_id_class_agent_operator_purpose_key;
alter table view_kind add unique (project_id, class, agent, operator, purpose, source);

-- The product whose export an import was; null: logs.
alter table view_import_run add column source text;
