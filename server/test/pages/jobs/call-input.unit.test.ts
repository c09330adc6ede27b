import { expect, test } from 'vitest';
import { callInput } from '../../../src/pages/jobs/call-input.ts';
import { inLine } from '../../../src/pages/jobs/step/step-bounds.ts';
import { html } from '../../../src/pages/view/html.ts';

/** Returns the text that is shown, without its tags. */
function shown(tool: string, input: unknown): string {
  const { markup } = html`${callInput(tool, input, inLine)}`;
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('an edit by quotation is shown as a diff', () => {
  const edits = [{ old: 'one\ntwo', new: 'one\nthree' }];
  expect(shown('edit_file', { path: 'a.md', edits })).toMatch(/^a\.md .*1 1 one 2 .*two 2 .*three/);
});

test('an edit by lines names the lines and shows their current text', () => {
  const edits = [{ from_line: 12, to_line: 14, new: 'first\nsecond\n' }];
  expect(shown('edit_file', { path: 'a.md', edits })).toMatch(
    /Line 12 instead of lines 12 to 14 .*12 .*first .*13 .*second$/,
  );
});

test.each([
  [{ from_line: 12, new: 'x' }, 'Line 12 instead of this line'],
  [{ from_line: 12, to_line: 11, new: 'x' }, 'Line 12 before it'],
  [{ from_line: 12, to_line: 13, new: '' }, 'Line 12 lines 12 to 13, deleted'],
])('%j', (edit, words) => {
  expect(shown('edit_file', { path: 'a.md', edits: [edit] })).toContain(words);
});

test('an edit with both a quotation and lines is shown by its quotation', () => {
  const edits = [{ old: 'a', new: 'b', from_line: 0 }];
  expect(shown('edit_file', { path: 'a.md', edits })).not.toContain('Line');
});

test('an edit with neither is shown by its fields', () => {
  expect(shown('edit_file', { path: 'a.md', edits: [{ new: 'x' }] })).toContain('path a.md edits [');
});
