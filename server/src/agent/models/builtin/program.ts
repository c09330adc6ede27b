import { isCopydeskError } from '@copydesk/contract';
import { closingText } from './closing-text.ts';
import { carryOut } from './plans/carry-out.ts';
import type { PlanContext, Outcome, Plan } from './plans/plan.ts';
import { repairMissed } from './plans/fix/repair-missed.ts';
import { repair } from './plans/fix/repair.ts';
import { readWork } from './read-work.ts';
import type { Work } from './read-work.ts';

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
