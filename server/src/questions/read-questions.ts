import { LineCounter, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { YAMLMap } from 'yaml';
import { plainText } from './answer-text.ts';
import type { Fact, Question, Questions } from './tree.ts';

/** The limits for one repository: each question costs reading a page after each change of it. */
const limits = { bytes: 256 * 1024, questions: 500, facts: 20, characters: 500, patterns: 100 };

/** Compiles a pattern whose matching time grows linearly with the text; throws for an invalid one. */
export type CompilePattern = (pattern: string) => (text: string) => boolean;

/**
 * Reads a file of questions. Invalid questions are reported, and the others are still asked.
 *
 * @param compile compiles patterns, which come from a repository that may be hostile: a JavaScript regular expression
 *   could run forever.
 */
export function readQuestions(source: string, compile: CompilePattern): Questions {
  if (source.length > limits.bytes) return faultyFile(1, `The file is larger than ${limits.bytes / 1024} KB`);
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter });
  const lineOf = (node: unknown): number => counter.linePos((isNode(node) && node.range?.[0]) || 0).line;
  const [error] = document.errors;
  if (error !== undefined) return faultyFile(counter.linePos(error.pos[0]).line, `This is not YAML: ${error.code}`);
  const list = isMap(document.contents) ? document.contents.get('questions') : undefined;
  if (!isSeq(list)) return faultyFile(1, 'The file has no list "questions"');
  if (list.items.length > limits.questions) return faultyFile(1, `There are more than ${limits.questions} questions`);
  const read: Questions = { questions: [], faults: [] };
  let patterns = 0;
  // A hostile pattern takes ten milliseconds to compile, so their number is limited.
  const compileSome: CompilePattern = (pattern) => {
    patterns += 1;
    if (patterns > limits.patterns) throw new QuestionFault(`There are more than ${limits.patterns} patterns`);
    return compile(pattern);
  };
  for (const item of list.items) {
    const line = lineOf(item);
    try {
      read.questions.push({ ...readQuestion(item, compileSome), line });
    } catch (fault) {
      if (!(fault instanceof QuestionFault)) throw fault;
      read.faults.push({ line, message: fault.message });
    }
  }
  return read;
}

function faultyFile(line: number, message: string): Questions {
  return { questions: [], faults: [{ line, message }] };
}

/** Why a question cannot be asked. */
class QuestionFault extends Error {}

const knownKeys = new Set(['question', 'page', 'facts']);

function readQuestion(item: unknown, compile: CompilePattern): Omit<Question, 'line'> {
  if (!isMap(item)) throw new QuestionFault('A question is a map with "question", "page" and "facts"');
  for (const name of keysOf(item)) {
    if (!knownKeys.has(name))
      throw new QuestionFault(`A question has no "${cut(name)}"; it has "question", "page", "facts"`);
  }
  const text = textOf(item.get('question'), 'question');
  const page = item.has('page') ? textOf(item.get('page'), 'page').replace(/^\.?\//, '') : null;
  const facts = item.get('facts');
  if (!isSeq(facts) || facts.items.length === 0)
    throw new QuestionFault('"facts" is not a list of what an answer must contain');
  if (facts.items.length > limits.facts) throw new QuestionFault(`A question has at most ${limits.facts} facts`);
  return { text, page, facts: facts.items.map((fact) => readFact(fact, compile)) };
}

function readFact(fact: unknown, compile: CompilePattern): Fact {
  if (isMap(fact)) return patternFact(textOf(fact.get('pattern'), 'pattern'), compile);
  const words = textOf(isScalar(fact) ? fact.value : fact, 'a fact');
  const wanted = plainText(words);
  if (wanted === '') throw new QuestionFault('A fact contains only punctuation and spaces');
  return { name: words, isIn: (text) => text.includes(wanted) };
}

function patternFact(pattern: string, compile: CompilePattern): Fact {
  try {
    return { name: `/${pattern}/`, isIn: compile(pattern) };
  } catch (error) {
    if (error instanceof QuestionFault) throw error;
    throw new QuestionFault(`"${cut(pattern)}" is not a regular expression (RE2)`);
  }
}

function keysOf(map: YAMLMap): string[] {
  return map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
}

function textOf(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') throw new QuestionFault(`"${name}" is no text`);
  if (text.length > limits.characters)
    throw new QuestionFault(`"${name}" has more than ${limits.characters} characters`);
  return text;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
