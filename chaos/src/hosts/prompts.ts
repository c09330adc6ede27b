import { checksPromptPrefix } from '../../../server/src/agent/notes/checks-note.ts';

/**
 * Writes what a client asks for, as a text that the model of the rig can read back: which job, which message of it, and
 * how many edits it wants.
 */
export function writePrompt(ask: { key: string; message: number; edits: number }): string {
  return `[${ask.key}/${ask.message}] Make ${ask.edits} edits to the pages of ${ask.key}.`;
}

/** Returns undefined for a text that no client has written, such as a repair request. */
export function readPrompt(text: string): { key: string; message: number; edits: number } | undefined {
  const [, key, message, edits] = /^\[(\w+)\/(\d+)\] Make (\d+) edits/.exec(text) ?? [];
  return key === undefined ? undefined : { key, message: Number(message), edits: Number(edits) };
}

/** Whether failed checks have caused a message. The model makes one edit for it. */
export function isAboutChecks(text: string): boolean {
  return text.startsWith(checksPromptPrefix);
}

/** Returns the mark of a message: `job/number` for a client's, the commit for one about checks. */
export function markOf(text: string): string {
  const asked = readPrompt(text);
  if (asked !== undefined) return `${asked.key}/${asked.message}`;
  return isAboutChecks(text) ? `checks${text.slice(checksPromptPrefix.length).split(',', 1)[0]}` : text;
}
