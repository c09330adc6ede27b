import { describe, expect, test } from 'vitest';
import type { ContestedProblem } from '../../../src/agent/review/contests.ts';
import { formatContested } from '../../../src/worker/describe/contest-report.ts';
import { describeChange } from '../../../src/worker/describe/describe.ts';

function contested(reason: string, line = 3): ContestedProblem {
  const place = { path: 'docs/a.md', line, rule: 'link-broken', severity: 'error' } as const;
  return { problem: { ...place, message: 'leads nowhere, says @ann', subject: '/b`c.md' }, reason };
}

describe('the report of contested problems', () => {
  test('is empty without contested problems', () => {
    expect(formatContested([])).toBe('');
  });

  test("names the place, the finding of the checks, and the model's reason", () => {
    expect(formatContested([contested('The build makes it.')])).toBe(
      '**The checks found a problem that this change introduces, and the model contests it.** ' +
        'It remains: look at it before you merge.\n\n' +
        "- `docs/a.md:3` `link-broken` `/b'c.md`: `leads nowhere, says @ann`\n\n" +
        '  The model says: The build makes it.',
    );
    const two = formatContested([contested('One.'), contested('Two.', 4)]);
    expect(two).toMatch(
      /^\*\*The checks found 2 problems that this change introduces, and the model contests them\.\*\*/,
    );
    expect(two).toContain('The model says: One.\n\n- `docs/a.md:4`');
  });

  test.each(['Ask @ann', 'It closes #12', '![x](https://evil.example/x.png)', '<img src=x>', 'See acme/docs#3'])(
    'contains no reason with an effect at a host: %s',
    (reason) => {
      const reported = formatContested([contested(reason)]);
      expect(reported).not.toContain(reason);
      expect(reported.split('\n\n')).toHaveLength(3);
    },
  );

  test('has at most twenty problems, and no more than a description has room for', () => {
    const many = Array.from({ length: 30 }, (_, index) => contested('So it is.', index + 1));
    expect(formatContested(many)).toMatch(/`docs\/a\.md:20`.*\n\n- … 10 more, in the transcript of the job$/s);
    const long = many.map(({ problem }) => ({ problem, reason: '@x '.repeat(333) }));
    const reported = formatContested(long);
    expect(reported.length).toBeLessThan(21_000);
    const more = Number(/… (\d+) more/.exec(reported)?.[1]);
    expect(reported.match(/The model says/g)).toHaveLength(30 - more);
    const change = describeChange(
      { text: 'A title\n\n'.padEnd(70_000, 'word '), contested: long, appended: 'The end.' },
      'job_1',
    );
    expect(change.description.length).toBeLessThan(60_200);
    expect(change.description.startsWith('**The checks found 30 problems')).toBe(true);
    expect(change.description.endsWith('*The rest was left out for its length.*\n\nThe end.')).toBe(true);
    expect(change.title).toBe('A title');
  });
});
