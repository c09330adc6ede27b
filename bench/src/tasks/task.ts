import type { ModelAnswer } from '../models/answer-events.ts';

/** A task that people give, and a sensible model's fixed answers to it. */
export interface Task {
  name: string;
  prompt: string;
  /** What a model needs that makes no unnecessary step. */
  ideal: { requests: number; written: number };
  /** With the present tools. */
  now: ModelAnswer[];
  /** With the tools that every agent has: files are read, written, and edited by quoting the old text. */
  before: ModelAnswer[];
  /** What the branch must contain, however it was done. */
  expected: Expectation[];
}

export interface Expectation {
  path: string;
  /** Whether the file must not exist. Otherwise it must contain `holds` and not contain `lacks`. */
  isGone?: boolean;
  holds?: string[];
  lacks?: string[];
}

/** Returns the answers that end a turn, including the one to the finished change. */
export function ending(title: string, why: string): ModelAnswer[] {
  return [{ words: `TITLE: ${title}\nCOMMIT: ${why}\nDESCRIPTION: ${why}` }, { words: 'KEEP' }];
}

/** Returns one call as a part of an answer. */
export function call(tool: string, input: object): { tool: string; input: object } {
  return { tool, input };
}
