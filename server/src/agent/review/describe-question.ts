import type { ModelMessage, UserModelMessage } from 'ai';
import { cut } from '../text/cut.ts';
import { parseLabelled } from './describe-answer.ts';
import type { ForReviewers } from './for-reviewers.ts';
import type { HelperQuestion } from '../ports.ts';
import { asData } from '@copydesk/contract/as-data';
import { form, formatMaterial } from './review.ts';
import type { ReviewMaterial } from './review.ts';
import { withReviewMark } from './review-mark.ts';

/** What a model that did not make a change learns about it, besides the change itself. All of it is data. */
export interface ChangeStory {
  /** The requests of people, oldest first. */
  prompts: readonly string[];
  /** The closing text of the model that made the change. */
  closing: string;
  style: ForReviewers | undefined;
}

/** The newest requests matter most: the change is about them. */
const longestPrompts = 12_000;
const longestClosing = 4_000;

/** Returns the question that asks another model to describe a change. It contains nothing of the job's conversation. */
export function describeQuestion(material: ReviewMaterial, { prompts, closing, style }: ChangeStory): HelperQuestion {
  const subjects = style?.subjects ?? [];
  const parts = [
    asData('What people asked for, oldest first', formatPrompts(prompts)),
    ...(closing.trim() === '' ? [] : [asData('What its maker said when it was done', cut(closing, longestClosing))]),
    ...(subjects.length === 0 ? [] : [asData('The titles of recent commits', subjects.join('\n'))]),
    // The change is finished and will not be split any more, so its size is not mentioned.
    ...formatMaterial(
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

function formatPrompts(prompts: readonly string[]): string {
  let left = longestPrompts;
  const included: string[] = [];
  for (const prompt of prompts.toReversed()) {
    const text = prompt.trim();
    const shown = text.length <= left ? text : `${cut(text, left)}\n[the rest was left out]`;
    included.unshift(shown);
    left -= shown.length;
    if (left <= 0) break;
  }
  const omitted = prompts.length - included.length;
  return [...(omitted === 0 ? [] : [`[${omitted} earlier messages were left out]`]), ...included].join('\n\n');
}

/** Whether an answer has the required form; any other is useless to people. */
export function isDescribed(answer: string): boolean {
  return parseLabelled(answer) !== undefined;
}

/**
 * Returns the messages that the job's conversation keeps, so that the working model can keep or improve this
 * description.
 */
export function descriptionMessages(helper: string, answer: string, tree: string): ModelMessage[] {
  const content = `Another model, ${helper}, was asked for TITLE, COMMIT and DESCRIPTION of this change. They stand as follows.`;
  const said: UserModelMessage = withReviewMark({ role: 'user', content }, { tree, kind: 'form' });
  return [said, { role: 'assistant', content: answer }];
}
