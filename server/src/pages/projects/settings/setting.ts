import type { Project } from '../../../projects/project.ts';

/** A setting as a form shows it: its present value, and what a typed text means to the API. */
export interface Setting {
  name: string;
  label: string;
  hint?: string;
  /** Its JSON pointer in the API's errors. */
  pointer: string;
  kind: 'line' | 'area' | readonly (readonly [value: string, words: string])[];
  is: (project: Project) => string;
  /** Returns the value to send for a text. An invalid number is sent as it is, so that the API explains the error. */
  means: (text: string) => unknown;
}

/** A form that changes some settings with one PATCH. */
export interface PatchForm {
  id:
    | 'general'
    | 'source'
    | 'agent'
    | 'calls'
    | 'commits'
    | 'merging'
    | 'limits'
    | 'publishing'
    | 'counting'
    | 'readers'
    | 'reports'
    | 'readability';
  title: string;
  lead: string;
  settings: Setting[];
}

/** Returns null for an empty text, where that means no value. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
export const numberOrNull = (text: string): unknown => (text === '' ? null : numberOf(text));
export const numberOf = (text: string): unknown => (/^-?\d+(\.\d+)?(e\d+)?$/i.test(text) ? Number(text) : text);
export const shownNumber = (value: number | null): string => (value === null ? '' : String(value));
