import type { ErrorCode } from '@copydesk/contract';
import type { Prompt } from '../stand-ins/prompt.ts';

/**
 * A message, and when it was sent and answered, counted in requests: when two were in progress at the same time, nobody
 * can say which was accepted first.
 */
export interface Accepted {
  prompt: Prompt;
  sent: number;
  answered: number;
}

/** What the simulation itself knows about a job, without looking into the product. */
export interface ExpectedJob {
  id: string;
  /** Counts the jobs of the lifecycle from 0. */
  number: number;
  /** The messages that were accepted. */
  accepted: Accepted[];
  /** Whether somebody archived it, and received the confirmation. */
  archived: boolean;
  /** Whether somebody has asked to archive it, or it may have been idle for too long. */
  mayBeArchived: boolean;
  /** Answers of the model that were paid for. */
  answers: number;
  /** Answers of its helper that were paid for; each is identified by its number. */
  helperAnswers: number;
  /** Runs that may have lost the step that they were in: killed, without their lease, or cut off from the database. */
  disturbedRuns: number;
  /** How often a run of it ended without a report, or was lost before it began. */
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
