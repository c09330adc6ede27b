import { expect, test } from 'vitest';
import { endingOf } from '../../src/agent/review/ending.ts';

test.each([
  ['ANSWER: On two pages.', 'answered', 'On two pages.'],
  ['QUESTION: Which of the two pages?', 'needs_answer', 'Which of the two pages?'],
  ['**QUESTION:** Which?\n\n- a\n- b', 'needs_answer', 'Which?\n\n- a\n- b'],
  ['Question: Which?', 'needs_answer', 'Which?'],
  ['# DECLINED:\nIt is a contract.', 'declined', 'It is a contract.'],
  ['NOTHING TO DO: It says so already.', 'nothing_to_do', 'It says so already.'],
  ['nothing_to_do: It says so.', 'nothing_to_do', 'It says so.'],
  ['I looked at all pages.\r\n\r\nDECLINED: None fits.', 'declined', 'I looked at all pages.\n\nNone fits.'],
  ['QUESTION:', 'needs_answer', ''],
])('%j ends a turn that changes nothing', (answer, kind, text) => {
  expect(endingOf(answer)).toMatchObject({ kind, text });
});

test.each([
  '',
  'I renamed it.',
  'The page asks a QUESTION: why?',
  'I renamed it.\n\nQuestion: is it right?',
  'TITLE: a\nCOMMIT: b\nDESCRIPTION: c',
])('%j does not end it', (answer) => expect(endingOf(answer)).toBeUndefined());
