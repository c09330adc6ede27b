import { isCopydeskError } from '@copydesk/contract/errors';
import type { TouchedQuestion } from '../questions-check.ts';
import type { Question } from '../tree.ts';
import type { ReadText } from './judge-answers.ts';
import { judgeQuestion, shownPages } from './judge.ts';
import type { AskJudge, Verdict } from './judge.ts';

/** What a model made of questions before and after a change. */
export interface JudgedChange {
  /** Those whose pages read differently now. A page that is not there answers nothing. */
  judged: { question: string; before: Verdict; after: Verdict }[];
  /** What was not judged and why, one line each. */
  notes: string[];
}

/** Each costs two calls of a model, and a helper answers 16 in a step. */
const mostJudged = 8;

/**
 * Lets a model answer the first 8 questions whose pages a change has made different, once from the page as it was and
 * once as it is. A call that fails judges nothing, and ends it: the next would most likely fail, too.
 *
 * @throws whatever is no CopydeskError.
 */
export async function judgeChange(
  touched: readonly TouchedQuestion[],
  { readBefore, readAfter, ask }: { readBefore: ReadText; readAfter: ReadText; ask: AskJudge },
): Promise<JudgedChange> {
  const result: JudgedChange = { judged: [], notes: [] };
  const different = await withTexts(touched, readBefore, readAfter);
  for (const { question, before, after } of different.slice(0, mostJudged)) {
    try {
      const verdicts = [await judgeText(question, before, ask), await judgeText(question, after, ask)] as const;
      result.judged.push({ question: question.text, before: verdicts[0], after: verdicts[1] });
    } catch (error) {
      if (!isCopydeskError(error)) throw error;
      result.notes.push(error.message);
      return result;
    }
  }
  const left = different.length - mostJudged;
  if (left > 0) result.notes.push(`${left} more not judged: of one change the first ${mostJudged} are`);
  return result;
}

interface WithTexts {
  question: Question;
  before: string | undefined;
  after: string | undefined;
}

/** Leaves out questions whose pages read the same before and after: their answers are the same. */
async function withTexts(
  touched: readonly TouchedQuestion[],
  readBefore: ReadText,
  readAfter: ReadText,
): Promise<WithTexts[]> {
  const texts: WithTexts[] = [];
  for (const { question, before, after } of touched) {
    const page = question.page ?? before.page ?? after.page;
    const old = page === null ? undefined : await readBefore(before.page ?? page);
    const present = page === null ? undefined : await readAfter(after.page ?? page);
    if (old !== present) texts.push({ question, before: old, after: present });
  }
  return texts;
}

async function judgeText(question: Question, text: string | undefined, ask: AskJudge): Promise<Verdict> {
  if (text !== undefined) return await judgeQuestion(question, shownPages([text]), ask);
  return { answer: '', isAnswered: false, missing: question.facts.map(({ name }) => name), cut: false };
}
