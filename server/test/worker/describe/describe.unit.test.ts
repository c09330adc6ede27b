import { describe, expect, test } from 'vitest';
import { nothingChecked } from '../../support/coverage.ts';
import { formatFacts } from '../../../src/worker/describe/change-report.ts';
import { describeChange as describeReport } from '../../../src/worker/describe/describe.ts';

const job = 'job_00000000000000000000000000';

const usage = { steps: 3, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: null };

const coverage = nothingChecked;

function describeChange({ text, warnings }: { text: string; warnings: string[] }, jobId: string) {
  const facts = {
    jobId,
    jobUrl: 'https://desk.test/job',
    model: 'test/scripted',
    usage,
    warnings,
    coverage,
    questions: [],
    impact: undefined,
  };
  return describeReport({ text, appended: formatFacts(facts) }, jobId);
}

describe('the texts of a change', () => {
  test('the first line is the title, the rest the description', () => {
    const change = describeChange({ text: 'Fix two links\n\n- a\n- b\n', warnings: [] }, job);
    expect(change).toEqual({
      title: 'Fix two links',
      description: `- a\n- b\n\nMade by Copydesk, job [\`${job}\`](https://desk.test/job).`,
      commitMessage: `Fix two links\n\n- a\n- b\n\nCopydesk-Job: ${job}\n`,
    });
  });

  test('the title has no Markdown markup', () => {
    expect(describeChange({ text: '## **Fix** two links.', warnings: [] }, job).title).toBe('Fix two links');
  });

  test('removed markup does not create a mention', () => {
    expect(describeChange({ text: 'Thank @**alice** for #**12**', warnings: [] }, job).title).toBe(
      'Thank @ alice for # 12',
    );
  });

  test('a long first line is cut at a word, and is whole in the description', () => {
    const text = `${'word '.repeat(30)}end`;
    const change = describeChange({ text, warnings: [] }, job);
    expect(change.title.length).toBeLessThanOrEqual(72);
    expect(change.title).toMatch(/word…$/);
    expect(change.description).toContain(text);
  });

  test('the title is not cut within a character', () => {
    const { title } = describeChange({ text: `${'a'.repeat(70)}😀😀`, warnings: [] }, job);
    expect(title).toBe(`${'a'.repeat(70)}…`);
  });

  test('control characters are removed from the title and the commit', () => {
    const { title, commitMessage } = describeChange(
      { text: 'Fix\tthe \u001b[31mlinks\rnow\n\nAll\u0007.', warnings: [] },
      job,
    );
    expect(title).toBe('Fix the [31mlinks');
    expect(commitMessage).toBe(`Fix the [31mlinks\n\nnow\n\nAll.\n\nCopydesk-Job: ${job}\n`);
  });

  test('an empty text gets a default title', () => {
    expect(describeChange({ text: ' ', warnings: [] }, job).title).toBe('Edit the docs');
  });

  test('warnings are listed as quoted data, at most twenty', () => {
    const warnings = ['a.md:1 warning x: no ```page``` [here](https://example.com) @ann'];
    const { description } = describeChange({ text: 'Done', warnings }, job);
    expect(description).toContain(`New warnings:\n\n\`\`\`\`text\n${warnings[0]}\n\`\`\`\`\n\n`);
    const many = Array.from({ length: 23 }, (_, index) => `a.md:${index}`);
    expect(describeChange({ text: 'Done', warnings: many }, job).description).toContain('a.md:19\n… 3 more\n```');
  });
});
