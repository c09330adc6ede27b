import { describe, expect, test } from 'vitest';
import { nothingChecked } from '../../support/coverage.ts';
import { formatFacts } from '../../../src/worker/describe/change-report.ts';
import type { ChangeFacts } from '../../../src/worker/describe/change-report.ts';
import { describeChange } from '../../../src/worker/describe/describe.ts';

const usage = { steps: 7, inputTokens: 100_000, cachedInputTokens: 80_000, outputTokens: 2_345, costUsd: 0.123 };
const facts: ChangeFacts = {
  jobId: 'job_1',
  jobUrl: 'https://desk.test/v2/agent/prj_1/job/job_1',
  model: 'anthropic/claude',
  usage,
  warnings: [],
  coverage: nothingChecked,
  questions: [],
  impact: undefined,
};
const verdict = (isAnswered: boolean) => ({ answer: '', isAnswered, missing: [], cut: false });
const origin = 'Made by Copydesk, job [`job_1`](https://desk.test/v2/agent/prj_1/job/job_1)';

describe('the facts that Copydesk adds to a description', () => {
  test('contains the job, and its usage if its price is known', () => {
    expect(formatFacts(facts)).toBe(
      `${origin}, with \`anthropic/claude\`: 7 steps, 100,000 tokens read (80% from the cache), 2,345 written, 0.12 US dollars.`,
    );
    expect(formatFacts({ ...facts, usage: { ...usage, costUsd: null } })).toBe(`${origin}.`);
    expect(formatFacts({ ...facts, usage: { ...usage, costUsd: 0.001 } })).toContain('less than 0.01 US dollars');
    expect(formatFacts({ ...facts, usage: { ...usage, helpers: ['compatible/small'] } })).toMatch(
      /with `[^`]+`, helped by `compatible\/small`: 7 steps/,
    );
    const nothing = { ...usage, inputTokens: 0, outputTokens: 0, costUsd: 0 };
    expect(formatFacts({ ...facts, usage: nothing })).toBe(`${origin}.`);
  });

  test('contains the automation that started it, with web addresses as links', () => {
    const links = ['https://host.example/pull/7', 'javascript:alert(1)', 'https://host.example/<b>', 'no address'];
    expect(formatFacts({ ...facts, begunBy: { automation: 'Product `x`', links } })).toContain(
      "Started by the automation `Product 'x'`, about <https://host.example/pull/7>, <https://host.example/%3Cb%3E>.",
    );
    expect(formatFacts({ ...facts, begunBy: { automation: 'Weekly', links: [] } })).toContain(
      'Started by the automation `Weekly`.',
    );
  });

  test('contains other open pull requests on the same files', () => {
    const pullRequest = { number: 7, state: 'open' as const, url: 'https://host.example/pull/7' };
    const files = ['a.md', 'b `c`.md', 'd.md', 'e.md', 'f.md', 'g.md'];
    const one = { job: 'job_2', title: 'Fixes #1', base: null, commit: 'c', pullRequest, files, filesInAll: 30 };
    expect(formatFacts({ ...facts, shared: [one] })).toContain(
      'Other open pull requests of Copydesk change the same files:\n\n- <https://host.example/pull/7>, `Fixes #1`: ' +
        "`a.md`, `b 'c'.md`, `d.md`, `e.md`, `f.md` and 25 more\n\nMade by",
    );
    expect(formatFacts({ ...facts, shared: [] })).not.toContain('Other open');
  });

  test('contains the wait for other jobs, if it had an effect', () => {
    expect(formatFacts({ ...facts, waited: { isOver: false, conflicts: [] } })).toBe(formatFacts(facts));
    expect(formatFacts({ ...facts, waited: { isOver: true, conflicts: [] } })).toContain(
      'This change waited 72 hours for other jobs that change the same files.',
    );
    const conflicts = ['a.md', 'b `c`.md', 'd.md', 'e.md', 'f.md', 'g.md'];
    expect(formatFacts({ ...facts, waited: { isOver: false, conflicts } })).toContain(
      "the base branch changed the same lines of `a.md`, `b 'c'.md`, `d.md`, `e.md`, `f.md` and 1 more, so it conflicts.",
    );
  });

  test('contains the questions about the pages, before and after', () => {
    const questions = [
      { question: 'How do I install it?', before: false, after: true },
      { question: 'Which `port`?', before: true, after: true },
      { question: 'Fixes #1?', before: false, after: false },
    ];
    expect(formatFacts({ ...facts, questions })).toContain(
      '3 questions are about these pages: 1 answered before, 2 now.\n\n' +
        'Answered now:\n\n- `How do I install it?`\n\nStill not answered:\n\n- `Fixes #1?`\n\nMade by',
    );
    const contested = [{ question: 'Why?', before: true, after: false }];
    expect(formatFacts({ ...facts, questions: contested })).toContain(
      'One question is about these pages: 1 answered before, 0 now.\n\nNo longer answered:\n\n- `Why?`',
    );
  });

  test('contains the answers of a model from the pages alone, before and after', () => {
    const judged = {
      model: 'compatible/small',
      judged: [
        { question: 'Which `port`?', before: verdict(false), after: verdict(true) },
        { question: 'Why?', before: verdict(true), after: verdict(false) },
      ],
      notes: ['3 more not judged: of one change the first 8 are'],
    };
    expect(formatFacts({ ...facts, judged })).toContain(
      '`compatible/small` was given nothing but the changed pages, as AI readers get them. Of 2 questions it answered 1 ' +
        "before, and 1 now.\n\nIt answers now:\n\n- `Which 'port'?`\n\n" +
        'It no longer answers:\n\n- `Why?`\n\n' +
        'Not judged by `compatible/small`: `3 more not judged: of one change the first 8 are`',
    );
    const none = { model: 'compatible/small', judged: [], notes: [] };
    expect(formatFacts({ ...facts, judged: none })).toBe(formatFacts(facts));
  });

  test('names unjudged links if they are more than a twentieth', () => {
    const coverage = {
      ...nothingChecked,
      links: 100,
      notJudged: [{ because: 'the plugin x may add pages', count: 5, example: 'a.md:1 /x' }],
    };
    expect(formatFacts({ ...facts, coverage })).not.toContain('judged');
    const [reason] = coverage.notJudged;
    const more = { ...coverage, notJudged: [{ because: '', example: '', ...reason, count: 6 }] };
    expect(formatFacts({ ...facts, coverage: more })).toContain(
      'Of 100 links that were checked, 6 could not be judged:\n\n```text\nnot judged: 6 of 100 links, because the plugin x may add pages (such as a.md:1 /x)\n```',
    );
  });

  test('contains everything else that was not judged or not checked', () => {
    const others = [{ what: 'import', because: 'its name is computed', count: 2, example: 'a.mdx ./x' }];
    const coverage = { ...nothingChecked, links: 10, others, leftAlone: [{ kind: 'AsciiDoc', files: 3 }] };
    expect(formatFacts({ ...facts, coverage })).toContain(
      'Not checked:\n\n```text\nalso not judged: 2 imports, because its name is computed (such as a.mdx ./x)\nnot checked: 3 files of AsciiDoc\n```',
    );
  });

  test('contains the state of problems that the model had contested', () => {
    expect(formatFacts(facts)).not.toContain('contested');
    expect(formatFacts({ ...facts, stillContested: 0 })).toMatch(/^Of the .* none remains: the checks pass now\./);
    const still = (count: number) => formatFacts({ ...facts, stillContested: count }).split('\n')[0];
    expect(still(1)).toBe('Of the problems that the model contested before, 1 still stands.');
    expect(still(2)).toBe('Of the problems that the model contested before, 2 still stand.');
  });

  test('is never cut, however long the description is, and an open element ends before it', () => {
    const appended = formatFacts(facts);
    for (const text of ['word '.repeat(40_000), '@x '.repeat(40_000), `\`\`\`\n${'@x\n'.repeat(40_000)}`]) {
      const described = { title: 'A title', commitBody: '', description: text };
      const { description } = describeChange({ text: '', described, appended }, 'job_1');
      expect(description.length).toBeLessThanOrEqual(60_100);
      expect(description.endsWith(`*The rest was left out for its length.*\n\n${appended}`)).toBe(true);
    }
  });
});
