import { ask, askEach, missingIn, openPages } from './answers.ts';
import type { Answer, Pages } from './answers.ts';
import { readQuestions } from './read-questions.ts';
import { questionsPath } from './tree.ts';
import type { Question, Questions, QuestionsTree } from './tree.ts';

/** A question that the docs do not answer. `line` counts from 1. */
export interface Unanswered {
  rule: 'question-unanswered';
  severity: 'error';
  path: string;
  line: number;
  message: string;
}

/** The effect of a change on the questions about the pages that it touches. */
export interface QuestionsReport {
  /** Answered before the change, and not after it. */
  introduced: Unanswered[];
  /** Answered neither before nor after. */
  earlier: Unanswered[];
  /** What was not asked and why, one line each. */
  notes: string[];
  /** The questions themselves, with whether they were answered before and are answered now. */
  touched: { question: string; before: boolean; after: boolean }[];
}

export interface QuestionsChange {
  before: QuestionsTree;
  after: QuestionsTree;
  /** The folder of the docs within the trees; '' for all of them. */
  folder: string;
}

/**
 * Asks the questions about the pages that a change touches, from the questions file before the change. Edits to that
 * file itself count from the next change on. Undefined when the repository has no questions.
 */
export async function compareAnswers(change: QuestionsChange): Promise<QuestionsReport | undefined> {
  const asked = await questionsOf(change.before);
  if (asked === undefined) return undefined;
  const report: QuestionsReport = { introduced: [], earlier: [], notes: asked.faults.map(noteOf), touched: [] };
  for (const { question, before, after } of await askTouched(asked.questions, change)) {
    report.touched.push({ question: question.text, before: before.isAnswered, after: after.isAnswered });
    if (after.isAnswered) continue;
    report[before.isAnswered ? 'introduced' : 'earlier'].push(unansweredFinding(after));
  }
  return report;
}

/** A question about pages that a change touches, and the answers to it before and after. */
export interface TouchedQuestion {
  question: Question;
  before: Answer;
  after: Answer;
}

/** Asks those of the questions that a change affects. */
export async function askTouched(questions: readonly Question[], change: QuestionsChange): Promise<TouchedQuestion[]> {
  const changed = changedPaths(change);
  if (changed.size === 0) return [];
  const [past, now] = [openPages(change.before, change.folder), openPages(change.after, change.folder)];
  const touched: TouchedQuestion[] = [];
  for (const question of questions) {
    const before = await answerBefore(question, past, changed);
    if (before === undefined) continue;
    const after = await answerAfter(question, { now, changed, isGone: !change.after.entry(question.page ?? '') });
    touched.push({ question, before, after });
  }
  return touched;
}

/** Asks all questions of the docs in their current state. Undefined when the repository has none. */
export async function askAllQuestions(
  tree: QuestionsTree,
  folder: string,
): Promise<{ answers: Answer[]; notes: string[]; unanswered: Unanswered[] } | undefined> {
  const asked = await questionsOf(tree);
  if (asked === undefined) return undefined;
  const pages = openPages(tree, folder);
  const answers = await askEach(asked.questions, pages);
  const open = answers.filter(({ isAnswered }) => !isAnswered);
  return { answers, notes: asked.faults.map(noteOf), unanswered: open.map(unansweredFinding) };
}

/** Reads the questions file of a tree. Undefined when there is none. */
export async function questionsOf(tree: QuestionsTree): Promise<Questions | undefined> {
  if (tree.entry(questionsPath)?.kind !== 'file') return undefined;
  // Imported here, so that only repositories with questions wait for the library to load.
  const { compilePattern } = await import('./compile-pattern.ts');
  const bytes = await tree.read(questionsPath).catch(() => undefined);
  if (bytes === undefined) return { questions: [], faults: [{ line: 1, message: 'The file cannot be read' }] };
  return readQuestions(Buffer.from(bytes).toString('utf8'), compilePattern);
}

function noteOf({ line, message }: Questions['faults'][number]): string {
  return `question not asked: ${message} (${questionsPath}, line ${line})`;
}

function changedPaths({ before, after }: QuestionsChange): Set<string> {
  const then = new Map(before.entries().map(({ path, blob }) => [path, blob]));
  const changed = new Set<string>();
  for (const { path, blob } of after.entries()) {
    if (then.get(path) !== blob) changed.add(path);
    then.delete(path);
  }
  for (const path of then.keys()) changed.add(path);
  return changed;
}

/** Returns the old answer of a question that the change affects; undefined when the change does not affect it. */
async function answerBefore(
  question: Question,
  past: Pages,
  changed: ReadonlySet<string>,
): Promise<Answer | undefined> {
  if (question.page !== null) return changed.has(question.page) ? await ask(question, past) : undefined;
  // When any page may answer, a change can remove the answer only by touching a page that gave it.
  const gave = await findAnsweringPage(changed, question, past);
  return gave === undefined ? undefined : { question, page: gave, isAnswered: true, missing: [] };
}

/**
 * Returns the new answer. A page that was moved may answer at its new path: people will update the question once they
 * have merged the change.
 */
async function answerAfter(
  question: Question,
  { now, changed, isGone }: { now: Pages; changed: ReadonlySet<string>; isGone: boolean },
): Promise<Answer> {
  const answer = await ask(question, now);
  if (answer.isAnswered || question.page === null || !isGone) return answer;
  const page = await findAnsweringPage(changed, question, now);
  return page === undefined ? answer : { question, page, isAnswered: true, missing: [] };
}

async function findAnsweringPage(
  paths: ReadonlySet<string>,
  { facts }: Question,
  pages: Pages,
): Promise<string | undefined> {
  const all = new Set(pages.paths());
  for (const path of paths) {
    const text = all.has(path) ? await pages.text(path) : undefined;
    if (text !== undefined && missingIn(text, facts).length === 0) return path;
  }
  return undefined;
}

function unansweredFinding({ question, page, missing }: Answer): Unanswered {
  const asked = `“${question.text}”`;
  const message =
    page === null
      ? `No page of the docs answers ${asked}: none contains ${quoteNames(question.facts.map(({ name }) => name))}`
      : `The page does not answer ${asked}: it lacks ${quoteNames(missing)}`;
  const at = page === null ? { path: questionsPath, line: question.line } : { path: page, line: 1 };
  return { rule: 'question-unanswered', severity: 'error', ...at, message };
}

const mostNamed = 5;

function quoteNames(names: readonly string[]): string {
  const quoted = names.slice(0, mostNamed).map((name) => `“${name}”`);
  return names.length > mostNamed ? `${quoted.join(', ')} and ${names.length - mostNamed} more` : quoted.join(' and ');
}
