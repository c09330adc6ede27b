import { expect, test } from 'vitest';
import { findBreaks } from '../../../scripts/mutate/draw/find-breaks.ts';
import { openProgress } from '../../../scripts/mutate/progress.ts';
import { placeLine, report } from '../../../scripts/mutate/report.ts';
import type { Judged } from '../../../scripts/mutate/report.ts';
import { readReport } from '../../../scripts/mutate/run/report-line.ts';

const yes = { isNoticed: true, test: 'a.test.ts', by: 'a.test.ts "works"', seconds: 4 };
const no = { isNoticed: false, by: 'none of 2 test files notices', seconds: 6 };
const [condition, result] = findBreaks('server/src/a.ts', 'function f(a) {\n  return a && 1;\n  return true;\n}')
  .filter(({ kind }) => kind !== 'limit')
  .map((place, index) => ({ number: index + 1, place }));
if (condition === undefined || result === undefined) throw new Error('There are no places');

test('a place has its break, its code and who noticed', () => {
  expect(placeLine({ ...condition, quick: no, long: yes })).toBe(
    '1 server/src/a.ts:2  a condition turned: && → ||\n' +
      '    return a && 1;\n' +
      '    quick: none of 2 test files notices; long: a.test.ts "works"; 10 s',
  );
});

test('the table has a row for each kind, and the places that nothing noticed follow', () => {
  const text = report(
    [
      { ...condition, quick: yes },
      { ...result, quick: no },
    ],
    { before: false, long: false },
  );
  expect(text).toBe(`| Break | Places | Noticed by \`npm test\` |
| --- | ---: | ---: |
| a condition turned | 1 | 1 |
| a call left out | 0 | 0 |
| a service not wired | 0 | 0 |
| a limit off by one | 0 | 0 |
| a fixed result turned | 1 | 0 |
| all | 2 | 1 |

Not noticed:

2 server/src/a.ts:3  a fixed result turned: true → false
    return true;
    quick: none of 2 test files notices; 6 s`);
});

test('what only the long part or an earlier version noticed is told, and what that version does not have', () => {
  const judged: Judged[] = [
    { ...condition, quick: no, long: yes },
    { ...result, quick: no, long: no, before: yes },
  ];
  const text = report(judged, { before: true, long: true });
  expect(text).toContain('| Break | Places | Noticed before | Noticed by `npm test` | and with `npm run test:long` |');
  expect(text).toContain('| all | 2 | 1 of 1 | 0 | 1 |');
  expect(text).toMatch(/Noticed only by the long part:\n\n1 /);
  expect(text).toMatch(/Noticed before, and no longer:\n\n2 /);
  expect(text).toMatch(/Not there before:\n\n1 /);
});

test('a report is read up to the last complete line', () => {
  const end = { is: 'end', reason: 'passed', errors: [] };
  expect(readReport(`${JSON.stringify(end)}\n{"is":"fi`)).toEqual([end]);
  expect(readReport('')).toEqual([]);
});

test('a log gets a line now and then, with an estimate', () => {
  const lines: string[] = [];
  let time = 0;
  const count = openProgress({ write: (text: string) => lines.push(text) }, () => time).count('places');
  for (const done of [0, 1, 2, 3, 4]) {
    count(done, 4);
    time += 60_000 * (done === 0 ? 0.1 : 1);
  }
  expect(lines).toEqual([
    '0 of 4 places\n',
    '2 of 4 places, about 1 minutes left\n',
    '3 of 4 places, less than a minute left\n',
    '4 of 4 places\n',
  ]);
});
