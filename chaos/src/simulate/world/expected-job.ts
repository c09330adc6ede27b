import type { ErrorCode } from '@copydesk/contract';
import type { Prompt } from '../stand-ins/prompt.ts';

/**
 * A message, and when it was sent and answered, counted in requests: of two that were under way at the same time nobody
 * can say which was accepted first.
 */
export interface Accepted {
  prompt: Prompt;
  sent: number;
  answered: number;
}

/** What the simulation knows of a job by itself, without looking into the product. */
export interface ExpectedJob {
  id: string;
  /** Counts the jobs of the lifecycle from 0. */
  number: number;
  /** The messages that were accepted. */
  accepted: Accepted[];
  /** Somebody archived it, and was told so. */
  archived: boolean;
  /** Somebody has asked to archive it, or it may have lain idle for too long. */
  mayBeArchived: boolean;
  /** Answers of the model that were paid. */
  answers: number;
  /** Answers of its helper that were paid; each is known by its number. */
  helperAnswers: number;
  /** Runs that may have lost the step that they were in: killed, robbed of their lease, cut off from the database. */
  disturbedRuns: number;
  /** How often a run of it ended without a word, or was lost before it began. */
  crashes: number;
  /** The reasons for which it may fail. */
  excuses: Set<ErrorCode>;
}

export function expectJob(id: string, number: number, first: Prompt): ExpectedJob {
  const excuses = new Set<ErrorCode>(first.kind === 'break' ? ['checks_failed'] : []);
  return {
    id,
    number,
    accepted: [{ prompt: first, sent: 0, answered: 0 }],
    archived: false,
    mayBeArchived: false,
    answers: 0,
    helperAnswers: 0,
    disturbedRuns: 0,
    crashes: 0,
    excuses,
  };
}
