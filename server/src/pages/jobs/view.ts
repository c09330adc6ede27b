import type { JobEvent, JobUsage, JobWaiting } from '@copydesk/contract';
import type { CarryingJob } from '../../jobs/request/carried.ts';
import type { TranscriptFacts } from '../../jobs/read/facts.ts';
import type { StoredJob } from '../../jobs/present.ts';
import type { SharedWith } from '../../jobs/deliver/shared-files.ts';
import type { EntriesContext } from './step/entries.ts';
import type { Typed } from './new/prompt-field.ts';

/** All that the page of a job shows. */
export interface JobView extends EntriesContext {
  job: StoredJob;
  /** The address of the list of jobs. */
  listAddress: string;
  /** A part of the transcript, oldest first. */
  events: readonly JobEvent[];
  /** The sequence number before the first entry shown, and that of the job's last entry. */
  from: number;
  last: number;
  /** Whether more entries follow after those that are shown. */
  hasMore: boolean;
  facts: TranscriptFacts;
  /** The jobs that undo it or backport its change. */
  carrying: readonly CarryingJob[];
  /** Other jobs whose open pull requests change the same files. */
  shared: readonly SharedWith[];
  /** Why an active job is not being worked on. */
  waiting: JobWaiting | null;
  usage: JobUsage;
  typed: Typed;
  /** The token of the page's forms; absent for viewers who may only read. */
  formToken: string | undefined;
  /** Why the last action was refused. */
  refusal: string | undefined;
  /** The address of the setting of the project's model. */
  modelHref: string;
  /** Returns the address of a page of this server by its path, such as `/docs/models`. */
  href: (path: string) => string;
  /** Returns the address of the page that explains an error code. */
  problemHref: (code: string) => string;
}
