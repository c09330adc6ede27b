import { safeCode } from '../../code-hosts/safe-text.ts';
import type { QuestionsReport } from '../../questions/questions-check.ts';
import type { JudgedTurn } from '../verify/judged-questions.ts';

type Touched = QuestionsReport['touched'];

const mostNamed = 10;

/**
 * Writes for reviewers what a change does to the questions about the pages that it touches; '' when it touches none.
 */
export function formatQuestions(touched: Touched): string {
  if (touched.length === 0) return '';
  const [before, after] = [count(touched, 'before'), count(touched, 'after')];
  const asked = touched.length === 1 ? 'One question is' : `${touched.length.toLocaleString('en')} questions are`;
  const sum = `${asked} about these pages: ${before} answered before, ${after} now.`;
  const lists = [
    questionList('Answered now:', touched, { before: false, after: true }),
    questionList('No longer answered:', touched, { before: true, after: false }),
    questionList('Still not answered:', touched, { before: false, after: false }),
  ];
  return [sum, ...lists.filter((list) => list !== '')].join('\n\n');
}

function count(touched: Touched, when: 'before' | 'after'): string {
  return touched.filter((one) => one[when]).length.toLocaleString('en');
}

/**
 * Writes for reviewers what a model answered from the touched pages alone, before the change and after it; '' when none
 * was asked.
 */
export function formatJudged(judged: JudgedTurn | undefined): string {
  if (judged === undefined) return '';
  const { model, notes } = judged;
  const found = judged.judged.map(({ question, before, after }) => ({
    question,
    before: before.isAnswered,
    after: after.isAnswered,
  }));
  const asked = found.length === 1 ? 'one question' : `${found.length} questions`;
  const sum =
    found.length === 0
      ? ''
      : `${safeCode(model)} was given nothing but the changed pages, as AI readers get them. Of ${asked} it answered ` +
        `${count(found, 'before')} before, and ${count(found, 'after')} now.`;
  const lists = [
    questionList('It answers now:', found, { before: false, after: true }),
    questionList('It no longer answers:', found, { before: true, after: false }),
    notes.length === 0 ? '' : `Not judged by ${safeCode(model)}: ${notes.map(safeCode).join('; ')}`,
  ];
  return [sum, ...lists].filter((part) => part !== '').join('\n\n');
}

function questionList(title: string, touched: Touched, is: { before: boolean; after: boolean }): string {
  const all = touched.filter(({ before, after }) => before === is.before && after === is.after);
  if (all.length === 0) return '';
  const lines = all.slice(0, mostNamed).map(({ question }) => `- ${safeCode(question)}`);
  if (all.length > mostNamed) lines.push(`- … ${all.length - mostNamed} more`);
  return [title, '', ...lines].join('\n');
}
