import {
  automationMark,
  CopydeskError,
  feedbackMaterialMark,
  instructionsMark,
  isCopydeskError,
  repairPromptPrefix,
} from '@copydesk/contract';
import { checksPromptPrefix } from '../../notes/checks-note.ts';
import { mergeNotePrefix } from '../../notes/merge-note.ts';
import { repairRequestPrefix } from '../../review/repair.ts';
import { readPrompt } from './grammar/prompt.ts';

/** What a prompt asks the built-in model for. */
export type Work =
  | { kind: 'repair'; request: string }
  | { kind: 'checks' }
  | { kind: 'missed' }
  | { kind: 'instruction'; instruction: ReturnType<typeof readPrompt>[number] };

/**
 * Whether the built-in model can read a prompt, whatever the docs are like; what it asks for may still not apply to
 * them.
 */
export function understands(prompt: string): boolean {
  try {
    return readWork(prompt).length > 0;
  } catch (error) {
    if (isCopydeskError(error, 'instruction_not_understood')) return false;
    throw error;
  }
}

/** Reads a prompt whole. @throws CopydeskError `instruction_not_understood` */
export function readWork(prompt: string): Work[] {
  if (prompt.startsWith(repairRequestPrefix)) return [{ kind: 'repair', request: prompt }];
  if (prompt.startsWith(checksPromptPrefix)) return [{ kind: 'checks' }];
  if (prompt.startsWith(repairPromptPrefix)) return [{ kind: 'missed' }];
  if (prompt.startsWith(mergeNotePrefix)) throw cannotMergeError();
  return readPrompt(instructionOnly(prompt)).map((instruction) => ({ kind: 'instruction', instruction }));
}

/**
 * Removes what is for models that follow language: instructions about how to work, and what readers said or an
 * automation found.
 */
function instructionOnly(prompt: string): string {
  const marks = [`${instructionsMark}\n`, `${feedbackMaterialMark}\n\n`, `${automationMark} `];
  return marks.reduce((text, mark) => text.split(`\n\n${mark}`, 1)[0] ?? text, prompt);
}

/** Deciding between two texts needs a model that can read them. */
function cannotMergeError(): CopydeskError {
  return new CopydeskError(
    'instruction_not_understood',
    'The built-in copyeditor cannot solve conflicts; nothing was changed. Merge the base branch into the branch of the pull ' +
      'request by hand. For jobs that can do it, give the project another model, in its settings, by project set --model, or ' +
      'by COPYDESK_MODEL for all projects: /docs/models lists them.',
  );
}
