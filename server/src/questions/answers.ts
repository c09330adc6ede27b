import { openTimeSlice } from '../threads/cooperative.ts';
import type { TimeSlice } from '../threads/cooperative.ts';
import { answerText } from './answer-text.ts';
import type { Fact, Question, QuestionsTree } from './tree.ts';

/** How the docs answer a question. */
export interface Answer {
  question: Question;
  /** The page that answers it. When none does, the question's own page, or null. */
  page: string | null;
  isAnswered: boolean;
  /** The facts that the question's own page lacks; empty when the question names no page. */
  missing: string[];
}

/** Reads pages of a tree as the normalised text in which facts are searched. */
export interface Pages {
  /** Reads a page once and caches it. Undefined when the file does not exist or cannot be read. */
  text(path: string): Promise<string | undefined>;
  /** Does the same without caching. */
  passing(path: string): Promise<string | undefined>;
  /** All pages of the docs. */
  paths(): string[];
  /** The time slice in which facts are searched. */
  slice: TimeSlice;
}

export const pageForm = /\.(?:md|mdx|markdown|mdown)$/i;

/** Only this much of a longer page is read. */
export const mostCharacters = 1_000_000;

export function openPages(tree: QuestionsTree, folder: string): Pages {
  const prefix = folder === '' ? '' : `${folder}/`;
  const texts = new Map<string, Promise<string | undefined>>();
  const read = async (path: string): Promise<string | undefined> => {
    if (tree.entry(path)?.kind !== 'file') return undefined;
    const bytes = await tree.read(path).catch(() => undefined);
    return bytes && answerText(Buffer.from(bytes).toString('utf8').slice(0, mostCharacters));
  };
  return {
    text(path) {
      const text = texts.get(path) ?? read(path);
      texts.set(path, text);
      return text;
    },
    passing: (path) => texts.get(path) ?? read(path),
    paths: () =>
      tree
        .entries()
        .filter(({ path, kind }) => kind === 'file' && path.startsWith(prefix) && pageForm.test(path))
        .map(({ path }) => path),
    slice: openTimeSlice(),
  };
}

/**
 * Asks each question of its page, or of all pages of the docs. These are read once for all questions, and none is
 * cached.
 */
export async function askEach(questions: readonly Question[], pages: Pages): Promise<Answer[]> {
  const found = await findPages(
    questions.filter(({ page }) => page === null),
    pages,
  );
  const answers: Answer[] = [];
  for (const question of questions) {
    answers.push(question.page === null ? answerOf(question, found.get(question)) : await ask(question, pages));
  }
  return answers;
}

/** Asks one question of its page, or of all pages of the docs. */
export async function ask(question: Question, pages: Pages): Promise<Answer> {
  if (question.page === null) return answerOf(question, (await findPages([question], pages)).get(question));
  const text = await pages.text(question.page);
  const missing = text === undefined ? question.facts : missingIn(text, question.facts);
  return {
    question,
    page: question.page,
    isAnswered: missing.length === 0,
    missing: missing.map(({ name }) => name),
  };
}

/** Returns for each question the first page that answers it, if any does. */
async function findPages(questions: readonly Question[], pages: Pages): Promise<Map<Question, string>> {
  const found = new Map<Question, string>();
  const open = new Set(questions);
  for (const path of open.size === 0 ? [] : pages.paths()) {
    if (open.size === 0) break;
    const text = await pages.passing(path);
    if (text === undefined) continue;
    for (const question of open) {
      if (pages.slice.isOver()) await pages.slice.next();
      if (missingIn(text, question.facts).length > 0) continue;
      found.set(question, path);
      open.delete(question);
    }
  }
  return found;
}

function answerOf(question: Question, page: string | undefined): Answer {
  return { question, page: page ?? null, isAnswered: page !== undefined, missing: [] };
}

export function missingIn(text: string, facts: readonly Fact[]): Fact[] {
  return facts.filter((fact) => !fact.isIn(text));
}
