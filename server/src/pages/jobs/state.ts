import type { JobOutcome, JobPullRequest, JobStatus } from '@copydesk/contract';
import type { StoredJob } from '../../jobs/present.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { icons } from '../view/icons.ts';

const names: Record<JobStatus, string> = {
  active: 'At work',
  completed: 'Completed',
  failed: 'Failed',
  archived: 'Archived',
};

const outcomes = {
  changed: 'Completed',
  answered: 'Answered',
  nothing_to_do: 'Nothing to do',
  declined: 'Declined',
  needs_answer: 'Asks you',
  failed: 'Failed',
} as const;

/** Renders the state of a job, in a word or two with its colour. */
export function jobState({ status, outcome }: Pick<StoredJob, 'status' | 'outcome'>): Html {
  const kind = status === 'completed' && outcome !== null ? outcome.kind : status;
  const name = status === 'completed' && outcome !== null ? outcomes[outcome.kind] : names[status];
  return html`<span class="job-state ${kind}">${name}</span>`;
}

/** Returns the outcome of a completed job, in a word or two. */
export function outcomeName(kind: JobOutcome['kind']): string {
  return outcomes[kind];
}

const pullRequestNames = { open: 'Open', draft: 'Draft', merged: 'Merged', closed: 'Closed' } as const;

/** Renders the state of a pull request as a badge. */
export function pullRequestBadge({ state }: JobPullRequest): Html {
  const icon = state === 'draft' ? icons.open : icons[state];
  return html`<span class="badge ${state}">${icon}${pullRequestNames[state]}</span>`;
}

export function statusName(status: JobStatus): string {
  return names[status];
}
