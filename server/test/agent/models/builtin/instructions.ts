import { CopydeskError } from '@copydesk/contract';
import { readPrompt } from '../../../../src/agent/models/builtin/grammar/prompt.ts';

/** Instructions as the grammar reads them, with the usual defaults. */
export const replace = (from: string, to: string, more: object = {}) => ({
  kind: 'replace',
  from,
  to,
  includingCode: false,
  keepCase: false,
  mayBePage: false,
  ...more,
});

export const fix = (links: boolean, anchors: boolean, more: object = {}) => ({ kind: 'fix', links, anchors, ...more });

export const list = (links: boolean, anchors: boolean, more: object = {}) => ({
  kind: 'list-problems',
  links,
  anchors,
  ...more,
});

export const moveFolder = (folder: string, to: string) => ({
  kind: 'move-folder',
  folder,
  to,
  into: false,
  renaming: false,
});

export const descriptions = { kind: 'add-missing', titles: false, descriptions: true };

export const kinds = (prompt: string) => readPrompt(prompt).map((instruction) => instruction.kind);

/** Returns the error with which a prompt is refused. */
export function refusal(prompt: string): CopydeskError {
  try {
    readPrompt(prompt);
  } catch (error) {
    if (error instanceof CopydeskError) return error;
  }
  throw new Error(`${JSON.stringify(prompt)} was understood`);
}
