import { feedbackMaterialMark } from '@copydesk/contract';
import { asData } from '@copydesk/contract/as-data';
import { visibleText } from '@copydesk/contract/invisible';

/** How much feedback goes into a prompt, in total and for one feedback, in UTF-16 code units. */
const maximumLength = 18_000;
const maximumLengthOfOne = 3_000;

/** A reader's feedback as an agent sees it, without the reader's contact details. */
export interface ReaderFeedback {
  path: string;
  helpful: boolean | null;
  comment: string;
  code: string | null;
  codePlace: string | null;
}

/**
 * Returns the prompt of a job that fixes what readers report: the instruction, then the feedback between marker lines
 * that it cannot close. Someone who may write a comment may not give the agent orders.
 *
 * @param votes how many more readers voted, without a comment, that these pages were not helpful.
 */
export function fixPrompt(
  feedback: readonly ReaderFeedback[],
  { prompt, votes }: { prompt: string | undefined; votes: number },
): string {
  let left = maximumLength;
  let omitted = 0;
  const material: string[] = [];
  feedback.forEach((one, index) => {
    const text = feedbackText(one);
    if (text.length > left) omitted += 1;
    else material.push(asData(`Reader ${index + 1}`, text));
    left -= Math.min(text.length, left);
  });
  const more = [
    votes > 0 &&
      `${votes} more ${votes === 1 ? 'reader says' : 'readers say'} without a word that a page was not helpful.`,
    omitted > 0 && `${omitted} more are too long together, and were left out.`,
  ].filter((line) => line !== false);
  return [prompt ?? instructionFor(feedback), feedbackMaterialMark, ...material, ...more].join('\n\n');
}

function instructionFor(feedback: readonly ReaderFeedback[]): string {
  const paths = [...new Set(feedback.map(({ path }) => visibleText(path)))];
  const pages = paths.length === 1 ? `the page ${paths[0]}` : `the pages ${paths.slice(0, 10).join(', ')}`;
  return `Look at ${pages} for what readers found wrong, missing or unclear, and correct it where the docs, or a context repository, show that they are right.
Change nothing that they only ask for and that cannot be verified, and nothing on other pages unless it repeats the same mistake. Where nothing is to be changed, say why.`;
}

/**
 * Returns what a job is given of one feedback. Invisible characters become visible: a person who looks at the job then
 * reads what the model reads.
 */
export function feedbackText({ path, helpful, comment, code, codePlace }: ReaderFeedback): string {
  const vote = helpful === null ? [] : [helpful ? 'The page was helpful.' : 'The page was not helpful.'];
  const place = codePlace === null ? '' : ` (${codePlace})`;
  const sample = code === null ? [] : [`The code sample${place}:`, code.slice(0, maximumLengthOfOne)];
  const text = [`Page ${path}`, ...vote, comment, ...sample].filter((line) => line !== '').join('\n');
  return visibleText(text.slice(0, maximumLengthOfOne).toWellFormed());
}
