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
import { closingText } from './closing-text.ts';
import { readPrompt } from './grammar/prompt.ts';
import { carryOut } from './plans/carry-out.ts';
import type { PlanContext, Outcome, Plan } from './plans/plan.ts';
import { repairMissed } from './plans/fix/repair-missed.ts';
import { repair } from './plans/fix/repair.ts';

/** Prompts in order of arrival. Those that came before the same step form one group. */
export interface Inbox {
  prompts: { text: string; group: number }[];
}

/**
 * Does all work between two closing texts: every prompt of the inbox in order, including those that arrive meanwhile.
 *
 * @returns the closing text.
 * @throws CopydeskError `instruction_not_understood` before anything of a group of prompts is carried out, and
 *   `instruction_not_applicable`. When a later prompt follows the failed one, the failure is only reported in the
 *   closing text, because the user has already reacted to it.
 */
export async function* converse(context: PlanContext, inbox: Inbox, lastClosing: string | undefined): Plan<string> {
  const outcomes: Outcome[] = [];
  let repairs = false;
  for (let next = 0; next < inbox.prompts.length;) {
    const group = inbox.prompts.slice(next).filter((prompt) => prompt.group === inbox.prompts[next]?.group);
    next += group.length;
    try {
      for (const work of group.flatMap((prompt) => readWork(prompt.text))) {
        repairs ||= work.kind === 'repair';
        outcomes.push(work.kind === 'checks' ? checksLeft : yield* planOf(context, work));
      }
    } catch (error) {
      const isAnswered = next < inbox.prompts.length;
      if (!isAnswered || !isCopydeskError(error) || !error.code.startsWith('instruction_')) throw error;
      outcomes.push({
        title: 'Answer the follow-up',
        changed: false,
        notes: [],
        left: [error.message.replaceAll('\n', ' ')],
      });
    }
  }
  return closingText(outcomes, repairs ? lastClosing : undefined);
}

/** Programs print their errors in many forms, and this model can read none of them. */
const checksLeft: Outcome = {
  title: 'Look at failed checks',
  changed: false,
  unsolved: true,
  notes: ['The built-in copyeditor cannot find out why checks of the code host fail.'],
  left: [],
};

function planOf(context: PlanContext, work: Exclude<Work, { kind: 'checks' }>): Plan<Outcome> {
  switch (work.kind) {
    case 'repair':
      return repair(context, work.request);
    case 'missed':
      return repairMissed();
    case 'instruction':
      return carryOut(context, work.instruction);
  }
}

type Work =
  | { kind: 'repair'; request: string }
  | { kind: 'checks' }
  | { kind: 'missed' }
  | { kind: 'instruction'; instruction: ReturnType<typeof readPrompt>[number] };

function readWork(prompt: string): Work[] {
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
      'by COPYDESK_MODEL for all projects: docs/models.md of Copydesk lists them.',
  );
}
