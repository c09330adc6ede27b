import type { JobStatus } from '@copydesk/contract';
import { InvalidArgumentError } from 'commander';

// This file does not import the schemas of the contract: they would make `job list` load 150 modules more than it
// needs.

/** Parses a whole number from 1 to `maximum`. */
export function parseCount(maximum: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > maximum) throw new InvalidArgumentError(`Give a number from 1 to ${maximum}.`);
    return number;
  };
}

/** Parses a job status. */
export function parseStatus(text: string): JobStatus {
  if (isStatus(text)) return text;
  throw new InvalidArgumentError(`Give one of ${Object.keys(statuses).join(', ')}.`);
}

const statuses: Record<JobStatus, true> = { active: true, completed: true, archived: true, failed: true };

function isStatus(text: string): text is JobStatus {
  return Object.hasOwn(statuses, text);
}
