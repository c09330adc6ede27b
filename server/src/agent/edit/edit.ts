import type { Place } from './places.ts';

/** One change that a model requests, by quotation or by lines. */
export type Edit = Quotation | LinesEdit;

export interface Quotation {
  old: string;
  new: string;
  /** Replace every occurrence; without it `old` must be unique. */
  all?: boolean;
}

/** Whole lines, numbered from 1. When `toLine` is one less than `fromLine`, `new` is inserted before `fromLine`. */
export interface LinesEdit {
  fromLine: number;
  toLine: number;
  new: string;
}

/** A range of the text, its new text, and the index of the edit that requested it, from 0. */
export interface Replacement extends Place {
  text: string;
  edit: number;
}

/** The result of one edit: its replacements, or why there are none. */
export type Placed = { ok: true; replacements: Replacement[] } | { ok: false; reason: string };
