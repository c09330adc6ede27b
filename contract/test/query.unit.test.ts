import { expect, test } from 'vitest';
import { EventListQuery, JobListQuery, ViewsQuery } from '../src/index.ts';

test.each(['', ' 5', '5 ', '+5', '-1', '1e1', '0x10', '5.0', '٥', 'NaN', '1_0', '101', '0', '9'.repeat(20)])(
  'refuses %j as a limit of 1 to 100',
  (limit) => {
    expect(JobListQuery.safeParse({ limit }).success).toBe(false);
  },
);

test('accepts plain decimal digits', () => {
  expect(JobListQuery.parse({ limit: '100' })).toEqual({ limit: 100 });
  expect(EventListQuery.parse({ after: '2147483647', limit: '1' })).toEqual({ after: 2_147_483_647, limit: 1 });
});

test('has the documented defaults', () => {
  expect(JobListQuery.parse({})).toEqual({ limit: 20 });
  expect(EventListQuery.parse({})).toEqual({ after: 0, limit: 100 });
});

test('an entry number beyond a PostgreSQL integer is refused before any query', () => {
  expect(EventListQuery.safeParse({ after: '2147483648' }).success).toBe(false);
});

test('a parameter without an upper limit takes any number of digits', () => {
  expect(ViewsQuery.parse({ offset: '9007199254740991' }).offset).toBe(Number.MAX_SAFE_INTEGER);
  expect(ViewsQuery.parse({ offset: '9'.repeat(400) }).offset).toBe(Number.MAX_SAFE_INTEGER);
  expect(ViewsQuery.safeParse({ offset: '-1' }).error?.issues[0]?.message).toContain('at least 0');
});

test.each(['path', 'agent'])('"%s" refuses text that no page or agent can have', (name) => {
  for (const text of ['', '/a\0b', 'x'.repeat(4_097)])
    expect(ViewsQuery.safeParse({ [name]: text }).success).toBe(false);
  expect(ViewsQuery.parse({ [name]: '/é=1' })).toMatchObject({ [name]: '/é=1' });
});

test('the bounds of a range may be equal, and must not be reversed', () => {
  expect(ViewsQuery.safeParse({ dateFrom: '2026-11-21', dateTo: '2026-11-21T01:00+01:00' }).success).toBe(true);
  const crossed = ViewsQuery.safeParse({ dateFrom: '2026-11-21', dateTo: '2026-11-20T23:59:59.999' });
  expect(crossed.error?.issues[0]).toMatchObject({ path: ['dateFrom'], message: 'must not be after "dateTo"' });
});

test('has the defaults of page views', () => {
  expect(ViewsQuery.parse({})).toEqual({ limit: 50, offset: 0 });
  expect(ViewsQuery.parse({ limit: '250' }).limit).toBe(250);
  expect(ViewsQuery.safeParse({ limit: '251' }).success).toBe(false);
});
