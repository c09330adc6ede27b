import { expect, test } from 'vitest';
import { EventListQuery, JobListQuery } from '../src/index.ts';

test.each(['', ' 5', '5 ', '+5', '-1', '1e1', '0x10', '5.0', '٥', 'NaN', '1_0', '101', '0', '9'.repeat(20)])(
  'refuses %j as a limit of 1 to 100',
  (limit) => {
    expect(JobListQuery.safeParse({ limit }).success).toBe(false);
  },
);

test('takes plain decimal digits', () => {
  expect(JobListQuery.parse({ limit: '100' })).toEqual({ limit: 100 });
  expect(EventListQuery.parse({ after: '2147483647', limit: '1' })).toEqual({ after: 2_147_483_647, limit: 1 });
});

test('has the defaults of the interface', () => {
  expect(JobListQuery.parse({})).toEqual({ limit: 20 });
  expect(EventListQuery.parse({})).toEqual({ after: 0, limit: 100 });
});

test('an entry past the end of PostgreSQL’s integer is refused, not asked for', () => {
  expect(EventListQuery.safeParse({ after: '2147483648' }).success).toBe(false);
});
