import type { JobStatus } from '@copydesk/contract';
import { InvalidArgumentError } from 'commander';

// Without the schemas of the contract: with them `job list` would load 150 modules more than it needs.

/** A whole number from 1 to `maximum`. */
export function parseCount(maximum: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > maximum) throw new InvalidArgumentError(`Give a number from 1 to ${maximum}.`);
    return number;
  };
}

/** One of the statuses of a job. */
export function parseStatus(text: string): JobStatus {
  if (isStatus(text)) return text;
  throw new InvalidArgumentError(`Give one of ${Object.keys(statuses).join(', ')}.`);
}

const statuses: Record<JobStatus, true> = { active: true, completed: true, archived: true, failed: true };

function isStatus(text: string): text is JobStatus {
  return Object.hasOwn(statuses, text);
}
