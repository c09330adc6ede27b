import { describe, expect, test } from 'vitest';
import { describeChange } from '../../src/worker/describe.ts';

const job = 'job_00000000000000000000000000';

describe('what people read of a change', () => {
  test('the first line is the title, the rest the description', () => {
    const change = describeChange({ text: 'Fix two links\n\n- a\n- b\n', warnings: [] }, job);
    expect(change).toEqual({
      title: 'Fix two links',
      description: `- a\n- b\n\nMade by Copydesk, job \`${job}\`.`,
      commitMessage: `Fix two links\n\n- a\n- b\n\nCopydesk-Job: ${job}\n`,
    });
  });

  test('marks of Markdown do not reach the title', () => {
    expect(describeChange({ text: '## **Fix** two links.', warnings: [] }, job).title).toBe('Fix two links');
  });

  test('a long first line is cut at a word, and is whole in the description', () => {
    const text = `${'word '.repeat(30)}end`;
    const change = describeChange({ text, warnings: [] }, job);
    expect(change.title.length).toBeLessThanOrEqual(72);
    expect(change.title).toMatch(/word…$/);
    expect(change.description).toContain(text);
  });

  test('an empty text still gives a title, and warnings are listed', () => {
    const change = describeChange({ text: ' ', warnings: ['a.md:1 warning x'] }, job);
    expect(change.title).toBe('Edit the docs');
    expect(change.description).toContain('New warnings:\n\n- a.md:1 warning x');
  });
});
