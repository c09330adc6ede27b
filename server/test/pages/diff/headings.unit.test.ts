import { expect, test } from 'vitest';
import { sectionsOf } from '../../../src/pages/diff/headings.ts';

const page = [
  '---',
  'title: Not a heading',
  '---',
  '# Install',
  '',
  'Text.',
  '## On Linux ##',
  '```sh',
  '# a comment, no heading',
  '```',
  'More.',
  'On macOS',
  '--------',
  'Text.',
  '### By *brew*',
  '# Use',
  'End.',
].join('\n');

test.each([
  [1, ''],
  [3, ''],
  [4, 'Install'],
  [6, 'Install'],
  [9, 'Install › On Linux'],
  [11, 'Install › On Linux'],
  [14, 'Install › On macOS'],
  [15, 'Install › On macOS › By *brew*'],
  [17, 'Use'],
])('line %i is in "%s"', (line, section) => {
  expect(sectionsOf(page)(line)).toBe(section);
});

test('a fence that is never closed continues to the end, and a shorter one does not close it', () => {
  expect(sectionsOf('# A\n````\n```\n# B\n')(4)).toBe('A');
});

test('only the three innermost sections are named', () => {
  expect(sectionsOf('# A\n## B\n### C\n#### D\n')(4)).toBe('B › C › D');
});
