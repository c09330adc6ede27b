import { safeCode } from '../../code-hosts/safe-text.ts';
import type { QuestionsReport } from '../../questions/questions-check.ts';

type Touched = QuestionsReport['touched'];

const named = 10;

/**
 * Writes for reviewers what a change does to the questions about the pages that it touches; '' when it touches none.
 */
export function formatQuestions(touched: Touched): string {
  if (touched.length === 0) return '';
  const [before, after] = [count(touched, 'before'), count(touched, 'after')];
  const asked = touched.length === 1 ? 'One question is' : `${touched.length.toLocaleString('en')} questions are`;
  const sum = `${asked} about these pages: ${before} answered before, ${after} now.`;
  const lists = [
    listed('Answered now:', touched, { before: false, after: true }),
    listed('No longer answered:', touched, { before: true, after: false }),
    listed('Still not answered:', touched, { before: false, after: false }),
  ];
  return [sum, ...lists.filter((list) => list !== '')].join('\n\n');
}

function count(touched: Touched, when: 'before' | 'after'): string {
  return touched.filter((one) => one[when]).length.toLocaleString('en');
}

function listed(title: string, touched: Touched, is: { before: boolean; after: boolean }): string {
  const all = touched.filter(({ before, after }) => before === is.before && after === is.after);
  if (all.length === 0) return '';
  const lines = all.slice(0, named).map(({ question }) => `- ${safeCode(question)}`);
  if (all.length > named) lines.push(`- … ${all.length - named} more`);
  return [title, '', ...lines].join('\n');
}
