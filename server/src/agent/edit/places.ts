import { withEnding } from './line-endings.ts';
import { linesOf } from './lines.ts';
import type { Line } from './lines.ts';
import { normalForm, normalSearch } from './normal-form.ts';
import type { NormalForm } from './normal-form.ts';

/** A range of the text, in UTF-16 code units, the end excluded. */
export interface Place {
  start: number;
  end: number;
}

/** A text with the forms that the search steps need, each computed when it is first used. */
export class SearchedText {
  readonly text: string;
  #normal: NormalForm | undefined;
  #lines: Line[] | undefined;
  #keys: string[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get normal(): NormalForm {
    return (this.#normal ??= normalForm(this.text));
  }

  get lines(): Line[] {
    return (this.#lines ??= linesOf(this.text));
  }

  /** The lines in normal form without surrounding spaces. */
  get keys(): string[] {
    return (this.#keys ??= this.lines.map(({ content }) => lineKey(content)));
  }
}

/**
 * Returns where a text occurs, by the first step that finds it at all: exactly; in normal form; by whole lines with any
 * indentation. Never by similarity, because that would also change what was not meant. Places may overlap.
 */
export function findPlaces(searched: SearchedText, old: string): Place[] {
  const exact = exactPlaces(searched.text, old);
  if (exact.length > 0) return exact;
  const normal = normalPlaces(searched.normal, old);
  return normal.length > 0 ? normal : linePlaces(searched, old);
}

function exactPlaces(text: string, old: string): Place[] {
  return occurrences(text, old)
    .map((start) => ({ start, end: start + old.length }))
    .filter(({ start, end }) => !splitsBreak(text, start) && !splitsBreak(text, end));
}

function normalPlaces({ text, starts, ends }: NormalForm, old: string): Place[] {
  const wanted = normalSearch(old);
  // A text of only blanks must match exactly: otherwise a line of two tabs would be found in every empty line.
  if (wanted.trim() === '' && wanted !== withEnding(old, '\n')) return [];
  return occurrences(text, wanted).map((at) => ({ start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? 0 }));
}

function linePlaces({ keys, lines }: SearchedText, old: string): Place[] {
  const wanted = linesOf(old).map(({ content }) => lineKey(content));
  if (wanted.every((key) => key === '')) return [];
  const withBreak = /[\r\n]$/.test(old);
  const places: Place[] = [];
  for (let first = 0; first + wanted.length <= keys.length; first += 1) {
    if (!wanted.every((key, index) => keys[first + index] === key)) continue;
    const last = lines[first + wanted.length - 1];
    const start = lines[first]?.start;
    if (start !== undefined && last !== undefined) places.push({ start, end: withBreak ? last.next : last.end });
  }
  return places;
}

function lineKey(content: string): string {
  return normalForm(content).text.trim();
}

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  if (wanted === '') return found;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

/** Whether a position is between a carriage return and its line feed, which are one line break. */
function splitsBreak(text: string, position: number): boolean {
  return text[position - 1] === '\r' && text[position] === '\n';
}
