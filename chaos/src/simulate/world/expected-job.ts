import type { ErrorCode } from '@copydesk/contract';
import { eventsPage, pageOf } from '../stand-ins/prompt.ts';
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
  /** Whether the automation has begun it. */
  isOfAutomation: boolean;
  /**
   * Whether the automation began another job while nobody knew whether this one, which had failed, had opened a pull
   * request: for an hour it waits for that.
   */
  isGivenUp: boolean;
  /** The page that its messages are about. */
  page: string;
  /** The messages of people that were accepted. */
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
  return { ...newJob(id, number), page: pageOf(number), accepted: [{ prompt: first, sent: 0, answered: 0 }], excuses };
}

/** A job of the automation. Many events may come in one message, and make more steps than its budget allows. */
export function expectAutomationJob(id: string, number: number): ExpectedJob {
  return { ...newJob(id, number), isOfAutomation: true, page: eventsPage, excuses: new Set(['limit_reached']) };
}

function newJob(id: string, number: number): Omit<ExpectedJob, 'page'> {
  return {
    id,
    number,
    isOfAutomation: false,
    isGivenUp: false,
    accepted: [],
    archived: false,
    mayBeArchived: false,
    answers: 0,
    helperAnswers: 0,
    disturbedRuns: 0,
    crashes: 0,
    excuses: new Set(),
  };
}
