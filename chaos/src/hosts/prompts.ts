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
