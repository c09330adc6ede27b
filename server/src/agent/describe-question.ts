import type { ModelMessage, UserModelMessage } from 'ai';
import { cut } from './cut.ts';
import { parseLabelled } from './describe-answer.ts';
import type { ForReviewers } from './for-reviewers.ts';
import type { HelperQuestion } from './ports.ts';
import { asData } from '@copydesk/contract/as-data';
import { form, tellMaterial } from './review.ts';
import type { ReviewMaterial } from './review.ts';
import { marked } from './review-mark.ts';

/** What a model that has not made a change is told of it, besides the change. All of it is data. */
export interface ChangeStory {
  /** What people asked, oldest first. */
  prompts: readonly string[];
  /** What the model that made the change said when it was done. */
  closing: string;
  style: ForReviewers | undefined;
}

/** The newest count most: they are what the change is of. */
const longestPrompts = 12_000;
const longestClosing = 4_000;

/** The question by which another model describes a change. Nothing of the job's conversation is in it. */
export function describeQuestion(material: ReviewMaterial, { prompts, closing, style }: ChangeStory): HelperQuestion {
  const subjects = style?.subjects ?? [];
  const parts = [
    asData('What people asked for, oldest first', tellPrompts(prompts)),
    ...(closing.trim() === '' ? [] : [asData('What its maker said when it was done', cut(closing, longestClosing))]),
    ...(subjects.length === 0 ? [] : [asData('The titles of recent commits', subjects.join('\n'))]),
    // The change is done: nobody divides it any more.
    ...tellMaterial(
      { ...material, oversize: undefined, template: style?.template ?? material.template },
      { isFirst: true },
    ),
    form,
  ];
  return { system, prompt: parts.join('\n\n') };
}

const system =
  'You write the words by which people review a change of documentation that another model has made. You are shown what ' +
  'was asked for and what has changed, and answer in the form that is asked for, with nothing before or behind it. You ' +
  'have no tools.';

function tellPrompts(prompts: readonly string[]): string {
  let left = longestPrompts;
  const told: string[] = [];
  for (const prompt of prompts.toReversed()) {
    const text = prompt.trim();
    const shown = text.length <= left ? text : `${cut(text, left)}\n[the rest was left out]`;
    told.unshift(shown);
    left -= shown.length;
    if (left <= 0) break;
  }
  const omitted = prompts.length - told.length;
  return [...(omitted === 0 ? [] : [`[${omitted} earlier messages were left out]`]), ...told].join('\n\n');
}

/** Whether an answer is in the form; another one is worth nothing to people. */
export function isDescribed(answer: string): boolean {
  return parseLabelled(answer) !== undefined;
}

/** What the conversation of the job keeps of it, so that the model that works can keep or better these words. */
export function describedBy(helper: string, answer: string, tree: string): ModelMessage[] {
  const content = `Another model, ${helper}, was asked for TITLE, COMMIT and DESCRIPTION of this change. They stand as follows.`;
  const said: UserModelMessage = marked({ role: 'user', content }, { tree, kind: 'form' });
  return [said, { role: 'assistant', content: answer }];
}
