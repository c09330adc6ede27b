import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { ReadMarks } from '../../src/agent/compact/read-marks.ts';
import { memoryTree } from './memory-tree.ts';

const tree = memoryTree({ 'a.md': 'one\ntwo\nthree\n' });
const blob = tree.entry('a.md')?.blob ?? '';
const all = { from: 1, to: 3 };

/** Returns the messages of a job whose calls had these notes, as read from the database. */
function messages(...notes: (object | undefined)[]): ModelMessage[] {
  const content = notes.map((note, index) => ({
    type: 'tool-result' as const,
    toolCallId: `${index}`,
    toolName: 'read_file',
    output: { type: 'text' as const, value: '' },
    providerOptions: JSON.parse(JSON.stringify({ copydesk: note ?? {} })),
  }));
  return [{ role: 'tool', content }];
}

describe('what the model has seen of a file', () => {
  test('adds up over several reads of the same content, and begins again with other content', () => {
    const marks = new ReadMarks();
    marks.setLines('a.md', blob, [{ from: 1, to: 1 }]);
    expect(marks.hasLines('a.md', blob, all)).toBe(false);
    marks.setLines('a.md', blob, [{ from: 2, to: 3 }]);
    expect(marks.hasLines('a.md', blob, all)).toBe(true);
    marks.setLines('a.md', 'other', [{ from: 2, to: 2 }]);
    expect(marks.has('a.md', blob)).toBe(false);
    expect(marks.hasLines('a.md', 'other', all)).toBe(false);
  });

  test('includes partly shown lines for an edit by quotation, but not for an edit by lines', () => {
    const marks = new ReadMarks();
    marks.setLines('a.md', blob, [{ from: 1, to: 2 }], [{ from: 3, to: 3 }]);
    expect(marks.hasLines('a.md', blob, all, 'part')).toBe(true);
    expect(marks.hasLines('a.md', blob, all)).toBe(false);
  });

  test('is restored from a stored conversation, including notes in an older form', () => {
    const marks = new ReadMarks();
    const notes: (object | undefined)[] = [];
    marks.setLines('a.md', blob, [{ from: 1, to: 1 }]);
    notes.push(marks.takeNote());
    marks.setLines('a.md', blob, [{ from: 3, to: 3 }], [{ from: 2, to: 2 }]);
    marks.set('b.md', 'blob of b');
    notes.push(marks.takeNote());
    expect(notes).toEqual([
      { seen: { 'a.md': { blob: blob.slice(0, 16), lines: '1' } } },
      { seen: { 'a.md': { blob: blob.slice(0, 16), lines: '3', parts: '2' }, 'b.md': 'blob of b' } },
    ]);
    expect(marks.takeNote()).toBeUndefined();
    const again = ReadMarks.fromHistory(messages(...notes, undefined, { seen: { 'c.md': blob } }));
    expect(again.hasLines('a.md', blob, all, 'part')).toBe(true);
    expect(again.hasLines('a.md', blob, { from: 1, to: 2 })).toBe(false);
    expect(again.hasLines('b.md', 'blob of b', { from: 1, to: 9 })).toBe(true);
    expect(again.hasLines('c.md', blob, { from: 1, to: 9 })).toBe(true);
  });

  test('follows the file through a change and to another path', () => {
    const marks = new ReadMarks();
    marks.setLines('old.md', 'former', [{ from: 1, to: 2 }]);
    const changes = [{ from: 1, removed: 0, added: 1 }];
    marks.follow(tree, 'a.md', { was: { path: 'old.md', blob: 'former' }, changes, isOwnText: false });
    expect(marks.hasLines('a.md', blob, { from: 2, to: 3 })).toBe(true);
    expect(marks.hasLines('a.md', blob, { from: 1, to: 1 })).toBe(false);
    expect(marks.takeNote()).toMatchObject({ seen: { 'a.md': { lines: '2-3' } } });
  });

  test('does not follow the file if the model saw other content', () => {
    const marks = new ReadMarks();
    marks.set('old.md', 'older');
    marks.follow(tree, 'a.md', { was: { path: 'old.md', blob: 'former' }, changes: [], isOwnText: false });
    expect(marks.has('a.md', blob)).toBe(false);
  });

  test('after being left out, allows an edit by quotation, but none by lines', () => {
    const marks = new ReadMarks();
    marks.set('a.md', blob);
    marks.setOutOfSight(new Set(['a.md']));
    expect(marks.hasLines('a.md', blob, all, 'part')).toBe(true);
    expect(marks.hasLines('a.md', blob, all)).toBe(false);
    expect(marks.readFirst('a.md', blob)).toMatch(/^What you read of a\.md was left out/);
    marks.setLines('a.md', blob, [{ from: 2, to: 2 }]);
    expect(marks.hasLines('a.md', blob, { from: 2, to: 2 })).toBe(true);
  });
});

test('lines that the model names in one answer are those from before that answer', () => {
  const marks = new ReadMarks();
  marks.set('a.md', 'former');
  const changes = [{ from: 1, removed: 1, added: 3 }];
  marks.follow(tree, 'a.md', { was: { path: 'a.md', blob: 'former' }, changes, isOwnText: true });
  expect(marks.presentLines('a.md', { from: 2, to: 2 })).toEqual({ from: 4, to: 4 });
  expect(marks.presentLines('a.md', { from: 1, to: 2 })).toBeUndefined();
  marks.beginStep();
  expect(marks.presentLines('a.md', { from: 2, to: 2 })).toEqual({ from: 2, to: 2 });
  marks.setPresent(tree, 'a.md');
  expect(marks.presentLines('a.md', { from: 2, to: 2 })).toBeUndefined();
});
