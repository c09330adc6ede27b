import { expect, test } from 'vitest';
import { answerText } from '../../src/questions/answer-text.ts';
import { compilePattern } from '../../src/questions/compile-pattern.ts';
import { readQuestions } from '../../src/questions/read-questions.ts';

const read = (text: string) => readQuestions(text, compilePattern);

test('questions are read with their pages and facts, as words or patterns', () => {
  const { questions, faults } = read(`
questions:
  - question: How do I install it?
    page: ./docs/install.md
    facts:
      - npm install
      - pattern: node(\\.js)? 2\\d
  - question: Which port?
    facts: [8080]
`);
  expect(faults).toEqual([]);
  expect(questions).toMatchObject([
    { text: 'How do I install it?', page: 'docs/install.md', line: 3 },
    { text: 'Which port?', page: null, line: 8 },
  ]);
  const [install, port] = questions.map(({ facts }) => facts);
  const text = answerText('---\ntitle: 8080\n---\nRun `npm\n  install` on **Node.js 24**.');
  expect(install?.map(({ name, isIn }) => [name, isIn(text)])).toEqual([
    ['npm install', true],
    ['/node(\\.js)? 2\\d/', true],
  ]);
  expect(port?.map(({ name, isIn }) => [name, isIn(text)])).toEqual([['8080', false]]);
});

test.each([
  ['no list', 'question: x', 'The file has no list "questions"'],
  ['nothing', '', 'The file has no list "questions"'],
  ['no YAML', 'questions: [', expect.stringMatching(/^This is not YAML: /)],
  ['a text in place of a question', 'questions: [x]', 'A question is a map with "question", "page" and "facts"'],
  ['no words', 'questions: [{question: "", facts: [a]}]', '"question" is no text'],
  ['no facts', 'questions: [{question: a}]', '"facts" is not a list of what an answer must contain'],
  [
    'an empty list of facts',
    'questions: [{question: a, facts: []}]',
    '"facts" is not a list of what an answer must contain',
  ],
  ['a fact of marks alone', 'questions: [{question: a, facts: ["**"]}]', 'A fact contains only punctuation and spaces'],
  ['a fact that is a list', 'questions: [{question: a, facts: [[b]]}]', '"a fact" is no text'],
  [
    'a pattern that is none',
    'questions: [{question: a, facts: [{pattern: "("}]}]',
    '"(" is not a regular expression (RE2)',
  ],
  ['lookahead', 'questions: [{question: a, facts: [{pattern: "(?=a)"}]}]', '"(?=a)" is not a regular expression (RE2)'],
  [
    'a name that is not known',
    'questions: [{question: a, fact: [b]}]',
    'A question has no "fact"; it has "question", "page", "facts"',
  ],
  ['too long', `questions: [{question: a, facts: [${'x'.repeat(501)}]}]`, '"a fact" has more than 500 characters'],
  ['too many', `questions: [${'{question: a, facts: [b]},'.repeat(501)}]`, 'There are more than 500 questions'],
  ['too large', 'x'.repeat(300_000), 'The file is larger than 256 KB'],
])('reported and skipped: %s', (_name, text, message) => {
  expect(read(text)).toEqual({ questions: [], faults: [{ line: 1, message }] });
});

test('a wrong question is reported, and the others are kept', () => {
  const { questions, faults } = read('questions:\n  - question: a\n  - question: b\n    facts: [c]\n');
  expect(questions).toMatchObject([{ text: 'b' }]);
  expect(faults).toMatchObject([{ line: 2 }]);
});

test('the number of patterns is limited, since each takes time', () => {
  const facts = Array.from({ length: 10 }, () => '{pattern: a}').join(', ');
  const { questions, faults } = read(`questions:\n${`  - {question: a, facts: [${facts}]}\n`.repeat(11)}`);
  expect(questions).toHaveLength(10);
  expect(faults).toEqual([{ line: 12, message: 'There are more than 100 patterns' }]);
});

test('a pattern that never ends in a backtracking engine ends', () => {
  const isIn = compilePattern('(a+)+$');
  expect(isIn(`${'a'.repeat(50_000)}b`)).toBe(false);
});

test.each([
  ['Use the [**port** `8080`](https://example.com/a_(b).html "title").', 'use the port 8080(https'],
  ['A [link](./a.md) and ![picture](b.png).', 'a link and !picture.'],
  ['Set \\`A_B\\` to **bold** and __strong__.', 'set a_b to bold and strong.'],
  ['  two\n\n   lines\t', 'two lines'],
])('the words of %j', (source, words) => {
  expect(answerText(source)).toContain(words);
});
