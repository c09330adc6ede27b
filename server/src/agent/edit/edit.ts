import type { Place } from './places.ts';

/** One change that a model asks for, by quotation or by lines. */
export type Edit = Quotation | LinesEdit;

export interface Quotation {
  old: string;
  new: string;
  /** Replace every occurrence; without it `old` must be unique. */
  all?: boolean;
}

/** Whole lines, numbered from 1; where `toLine` is one less than `fromLine`, `new` comes in front of `fromLine`. */
export interface LinesEdit {
  fromLine: number;
  toLine: number;
  new: string;
}

/** A stretch of the text, what will stand there, and which edit asked for it, from 0. */
export interface Replacement extends Place {
  text: string;
  edit: number;
}

/** What became of one edit: its replacements, or why there are none. */
export type Placed = { ok: true; replacements: Replacement[] } | { ok: false; reason: string };
