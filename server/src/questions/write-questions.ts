import { LineCounter, isMap, isSeq, parseDocument, stringify } from 'yaml';
import { readQuestions } from './read-questions.ts';

/** A question for the questions file. */
interface NewQuestion {
  question: string;
  page: string;
  facts: readonly string[];
  /** The views by AI that chose the page. */
  aiViews: number;
}

/** Questions as YAML, and where the text belongs. */
export interface WrittenQuestions {
  yaml: string;
  /**
   * `new_file`: it is the whole file. `end_of_file`: appended to the present file, it continues its list. `by_hand`: it
   * is a whole file, whose entries people must put into theirs: that does not end with a list of one entry a line, or
   * would be larger than is read.
   */
  place: 'new_file' | 'end_of_file' | 'by_hand';
}

/**
 * Writes questions as YAML that can be saved as the questions file, or appended to it. Each has a comment with the
 * views that chose its page.
 *
 * @param present the text of the present file; undefined when there is none.
 */
export function writeQuestions(questions: readonly NewQuestion[], present: string | undefined): WrittenQuestions {
  const whole = `questions:\n${entriesOf(questions, 2)}`;
  if (present === undefined) return { yaml: whole, place: 'new_file' };
  const indent = indentOfList(present);
  if (indent === undefined) return { yaml: whole, place: 'by_hand' };
  const yaml = (present.endsWith('\n') ? '' : '\n') + entriesOf(questions, indent);
  const isRead = askedIn(present + yaml) === askedIn(present) + questions.length;
  return isRead ? { yaml, place: 'end_of_file' } : { yaml: whole, place: 'by_hand' };
}

function entriesOf(questions: readonly NewQuestion[], indent: number): string {
  const lines = questions.flatMap(({ question, page, facts, aiViews }) => [
    `# ${aiViews.toLocaleString('en')} ${aiViews === 1 ? 'view' : 'views'} by AI in 30 days`,
    ...stringify([{ question, page, facts }], { lineWidth: 0 }).trimEnd().split('\n'),
  ]);
  return lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

/** Returns by how much the entries of the list are indented; undefined when they are in brackets, or there are none. */
function indentOfList(text: string): number | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const list: unknown = isMap(document.contents) ? document.contents.get('questions') : undefined;
  if (!isSeq(list) || list.flow === true || list.items.length === 0 || !list.range) return undefined;
  return lineCounter.linePos(list.range[0]).col - 1;
}

/** Returns how many questions are asked from a file. Patterns are not compiled, as no page is searched for them. */
function askedIn(text: string): number {
  return readQuestions(text, () => () => false).questions.length;
}
