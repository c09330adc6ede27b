import type { Project } from '../../../projects/project.ts';

/** A setting as a form has it: what it is by now, and what a typed text means to the API. */
export interface Setting {
  name: string;
  label: string;
  hint?: string;
  /** Where the API's errors name it. */
  pointer: string;
  kind: 'line' | 'area' | readonly (readonly [value: string, words: string])[];
  is: (project: Project) => string;
  /** What is sent for a text; a number that is none goes as it is, so that the API says what is wrong. */
  means: (text: string) => unknown;
}

/** A form that changes some settings with one PATCH. */
export interface PatchForm {
  id: 'general' | 'source' | 'agent' | 'calls' | 'commits' | 'limits' | 'publishing' | 'counting' | 'readers';
  title: string;
  lead: string;
  settings: Setting[];
}

/** What a typed text means where an empty one is no value. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
export const numberOrNull = (text: string): unknown => (text === '' ? null : numberOf(text));
export const numberOf = (text: string): unknown => (/^-?\d+(\.\d+)?(e\d+)?$/i.test(text) ? Number(text) : text);
export const shownNumber = (value: number | null): string => (value === null ? '' : String(value));
