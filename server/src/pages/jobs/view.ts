import type { JobEvent, JobUsage, JobWaiting } from '@copydesk/contract';
import type { CarryingJob } from '../../jobs/carried.ts';
import type { TranscriptFacts } from '../../jobs/facts.ts';
import type { StoredJob } from '../../jobs/present.ts';
import type { SharedWith } from '../../jobs/shared-files.ts';
import type { EntriesContext } from './entries.ts';
import type { Typed } from './prompt-field.ts';

/** All that the page of a job shows. */
export interface JobView extends EntriesContext {
  job: StoredJob;
  /** The address of the list of jobs. */
  listAddress: string;
  /** A part of the transcript, oldest first. */
  events: readonly JobEvent[];
  /** The sequence number before the first of them that is shown, and of the last that there is. */
  from: number;
  last: number;
  /** Whether more entries follow those that are shown. */
  hasMore: boolean;
  facts: TranscriptFacts;
  /** The jobs that undo it, or carry its change to other branches. */
  carrying: readonly CarryingJob[];
  /** Other jobs whose open pull requests change the same files. */
  shared: readonly SharedWith[];
  /** Why an active job is not worked on. */
  waiting: JobWaiting | null;
  usage: JobUsage;
  typed: Typed;
  /** The token of the page's forms; absent for those who may only read. */
  formToken: string | undefined;
  /** Why what was just asked for was not done. */
  refusal: string | undefined;
  /** The address of an explanation of an error's code. */
  problemHref: (code: string) => string;
}
