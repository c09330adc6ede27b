import { feedbackMaterialMark } from '@copydesk/contract';
import { asData } from '@copydesk/contract/as-data';
import { visibleText } from '@copydesk/contract/invisible';

/** How much of what readers say goes into a prompt, in all and of one, in UTF-16 code units. */
const mostOfAll = 18_000;
const mostOfOne = 3_000;

/** What a reader said, as far as an agent is told of it: nothing of how to reach them. */
export interface Told {
  path: string;
  helpful: boolean | null;
  comment: string;
  code: string | null;
  codePlace: string | null;
}

/**
 * The prompt of a job that fixes what readers say: the instruction, then what they said, between lines that it cannot end.
 * Somebody who can write a comment is not somebody who may tell the agent what to do.
 *
 * @param votes how many more readers said without a word that these pages were not helpful.
 */
export function fixPrompt(
  said: readonly Told[],
  { prompt, votes }: { prompt: string | undefined; votes: number },
): string {
  let left = mostOfAll;
  let untold = 0;
  const material: string[] = [];
  said.forEach((one, index) => {
    const text = textOf(one);
    if (text.length > left) untold += 1;
    else material.push(asData(`Reader ${index + 1}`, text));
    left -= Math.min(text.length, left);
  });
  const more = [
    votes > 0 &&
      `${votes} more ${votes === 1 ? 'reader says' : 'readers say'} without a word that a page was not helpful.`,
    untold > 0 && `${untold} more are too long together, and were left out.`,
  ].filter((line) => line !== false);
  return [prompt ?? instructionFor(said), feedbackMaterialMark, ...material, ...more].join('\n\n');
}

function instructionFor(said: readonly Told[]): string {
  const paths = [...new Set(said.map(({ path }) => visibleText(path)))];
  const pages = paths.length === 1 ? `the page ${paths[0]}` : `the pages ${paths.slice(0, 10).join(', ')}`;
  return `Look at ${pages} for what readers found wrong, missing or unclear, and correct it where the docs, or a context repository, show that they are right.
Change nothing that they only ask for and that cannot be verified, and nothing on other pages unless it repeats the same mistake. Where nothing is to be changed, say why.`;
}

/** What nobody sees is written in words: a person who looks at the job reads what the model does. */
function textOf({ path, helpful, comment, code, codePlace }: Told): string {
  const vote = helpful === null ? [] : [helpful ? 'The page was helpful.' : 'The page was not helpful.'];
  const place = codePlace === null ? '' : ` (${codePlace})`;
  const sample = code === null ? [] : [`The code sample${place}:`, code.slice(0, mostOfOne)];
  const text = [`Page ${path}`, ...vote, comment, ...sample].filter((line) => line !== '').join('\n');
  return visibleText(text.slice(0, mostOfOne).toWellFormed());
}
