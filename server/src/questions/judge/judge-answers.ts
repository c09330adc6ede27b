import { isCopydeskError } from '@copydesk/contract/errors';
import { openPages } from '../answers.ts';
import type { Question, QuestionsTree } from '../tree.ts';
import { judgeQuestion, shownPages } from './judge.ts';
import type { AskJudge, ShownPages, Verdict } from './judge.ts';
import { searchPages } from './search-pages.ts';

/** Returns the text of a page as its readers get it; undefined when it cannot be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** What a model is shown for each question, and which questions it is not asked and why, one line each. */
export interface Material {
  shown: Map<Question, ShownPages>;
  notes: string[];
}

/** The verdicts on questions, and which questions were not judged and why, one line each. */
export interface Verdicts {
  verdicts: Map<Question, Verdict>;
  notes: string[];
}

/** Each costs a call of a model. */
export const mostJudged = 50;

const pagesOfSearch = 3;

/** Providers limit the requests of one key, often to a few at once. */
const callsAtOnce = 4;

/**
 * No call begins after this time, so that a request ends before clients give up: those of Node wait 300 s for the head of
 * a reply (https://undici.nodejs.org/#/docs/api/Client).
 */
const beginningMilliseconds = 3 * 60_000;

/**
 * Reads what a model is shown for each of the first 50 questions: the text of its page, or for a question without one up
 * to three pages that a search finds.
 */
export async function readMaterial(
  questions: readonly Question[],
  { tree, folder, readText }: { tree: QuestionsTree; folder: string; readText: ReadText },
): Promise<Material> {
  const asked = questions.slice(0, mostJudged);
  const left = questions.length - asked.length;
  const material: Material = { shown: new Map(), notes: [] };
  const found = await searchPages(
    asked.filter(({ page }) => page === null),
    openPages(tree, folder),
  );
  for (const question of asked) {
    const texts = await textsOf(question.page === null ? (found.get(question) ?? []) : [question.page], readText);
    if (texts.length > 0) material.shown.set(question, shownPages(texts));
    else material.notes.push(noteOf(question, noText(question)));
  }
  if (left > 0) material.notes.push(`${countQuestions(left)} not judged: one run judges the first ${mostJudged}`);
  return material;
}

async function textsOf(paths: readonly string[], readText: ReadText): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) {
    if (texts.length === pagesOfSearch) break;
    const text = await readText(path);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

function noText({ page }: Question): string {
  return page === null
    ? 'no page contains any of its words'
    : `the file ${page} is not a page of the docs, or cannot be read`;
}

/**
 * Lets a model answer each question from its pages, with four calls at a time and one attempt for each. A call that fails
 * judges nothing. After an error that all calls would meet, the rest is not asked.
 *
 * @throws whatever is no CopydeskError.
 */
export async function judgeAnswers(
  { shown, notes }: Material,
  { ask, now }: { ask: AskJudge; now: () => Date },
): Promise<Verdicts> {
  const result: Verdicts = { verdicts: new Map(), notes: [...notes] };
  const rest = shown.entries();
  const end = now().getTime() + beginningMilliseconds;
  let stop: string | undefined;
  const judgeNext = async (): Promise<void> => {
    for (const [question, pages] of rest) {
      stop ??= now().getTime() > end ? 'the time for one run was over' : undefined;
      if (stop !== undefined) {
        result.notes.push(noteOf(question, stop));
        continue;
      }
      try {
        result.verdicts.set(question, await judgeQuestion(question, pages, ask));
      } catch (error) {
        if (!isCopydeskError(error)) {
          stop = 'another call met an error of Copydesk itself';
          throw error;
        }
        result.notes.push(noteOf(question, error.message));
        if (error.code === 'model_not_configured') stop = error.message;
      }
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, judgeNext));
  return result;
}

function noteOf({ text }: Question, why: string): string {
  return `question not judged: “${text}”: ${why}`;
}

function countQuestions(questions: number): string {
  return questions === 1 ? 'One question' : `${questions.toLocaleString('en')} questions`;
}
