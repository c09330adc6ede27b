import type { ModelAnswer } from '../models/answer-events.ts';

/** A task that people give, and what a sensible model answers to it, fixed. */
export interface Task {
  name: string;
  prompt: string;
  /** What one needs who makes no needless step. */
  ideal: { requests: number; written: number };
  /** With the tools as they are. */
  now: ModelAnswer[];
  /** With those that every agent has: files are read, written and edited by quotation. */
  before: ModelAnswer[];
  /** What the branch must hold, whichever way it was done. */
  expected: Expectation[];
}

export interface Expectation {
  path: string;
  /** Whether there is no such file; otherwise it holds the one and lacks the other. */
  isGone?: boolean;
  holds?: string[];
  lacks?: string[];
}

/** How a turn ends, and how it answers when it is shown its change. */
export function ending(title: string, why: string): ModelAnswer[] {
  return [{ words: `TITLE: ${title}\nCOMMIT: ${why}\nDESCRIPTION: ${why}` }, { words: 'KEEP' }];
}

/** One call as an answer's part. */
export function call(tool: string, input: object): { tool: string; input: object } {
  return { tool, input };
}
