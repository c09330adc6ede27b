import { setImmediate } from 'node:timers/promises';
import { answerText } from './answer-text.ts';
import type { Fact, Question, QuestionsTree } from './tree.ts';

/** What the docs say to a question. */
export interface Answer {
  question: Question;
  /** The page that answers it; of a question that is not answered, its own page or null. */
  page: string | null;
  isAnswered: boolean;
  /** What its own page does not hold; of a question without a page, nothing. */
  missing: string[];
}

/** Reads pages of a tree as facts are looked for in them, each once. */
export interface Pages {
  /** Undefined where there is no such file, or none that can be read. */
  text(path: string): Promise<string | undefined>;
  /** All pages of the docs. */
  paths(): string[];
}

const pageForm = /\.(?:md|mdx|markdown|mdown)$/i;

/** A page of more than this is read up to there. */
const mostCharacters = 1_000_000;

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
    paths: () =>
      tree
        .entries()
        .filter(({ path, kind }) => kind === 'file' && path.startsWith(prefix) && pageForm.test(path))
        .map(({ path }) => path),
  };
}

/** Asks a question of a page, or of all pages of the docs. */
export async function ask(question: Question, pages: Pages): Promise<Answer> {
  if (question.page === null) return await askAll(question, pages);
  const text = await pages.text(question.page);
  const missing = text === undefined ? question.facts : missingIn(text, question.facts);
  return {
    question,
    page: question.page,
    isAnswered: missing.length === 0,
    missing: missing.map(({ name }) => name),
  };
}

async function askAll(question: Question, pages: Pages): Promise<Answer> {
  for (const [index, path] of pages.paths().entries()) {
    const text = await pages.text(path);
    if (text !== undefined && missingIn(text, question.facts).length === 0) {
      return { question, page: path, isAnswered: true, missing: [] };
    }
    // Whoever else waits for this thread comes between the pages of large docs.
    if (index % pagesATurn === pagesATurn - 1) await setImmediate();
  }
  return { question, page: null, isAnswered: false, missing: [] };
}

const pagesATurn = 50;

export function missingIn(text: string, facts: readonly Fact[]): Fact[] {
  return facts.filter((fact) => !fact.isIn(text));
}
