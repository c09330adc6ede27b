import { checksPromptPrefix } from '../../../server/src/agent/checks-note.ts';

/**
 * What the clients ask for, as a text that the model of the rig reads back: which job, which message of it, and how
 * many edits it wants.
 */
export function writePrompt(ask: { key: string; message: number; edits: number }): string {
  return `[${ask.key}/${ask.message}] Make ${ask.edits} edits to the pages of ${ask.key}.`;
}

/** Undefined for a text that no client has written, such as a repair request. */
export function readPrompt(text: string): { key: string; message: number; edits: number } | undefined {
  const [, key, message, edits] = /^\[(\w+)\/(\d+)\] Make (\d+) edits/.exec(text) ?? [];
  return key === undefined ? undefined : { key, message: Number(message), edits: Number(edits) };
}

/** Whether a message is one that failed checks have led to: the model makes one edit for it. */
export function isAboutChecks(text: string): boolean {
  return text.startsWith(checksPromptPrefix);
}

/** What a message goes by: `job/number` of a client's, the commit of one about checks. */
export function markOf(text: string): string {
  const asked = readPrompt(text);
  if (asked !== undefined) return `${asked.key}/${asked.message}`;
  return isAboutChecks(text) ? `checks${text.slice(checksPromptPrefix.length).split(',', 1)[0]}` : text;
}
