import { JobId } from '@copydesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newJobId } from '../../src/jobs/job-id.ts';

test('an id has the form that the contract names, whatever the time and the randomness', () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
      bytes,
      (now, random) => {
        expect(JobId.safeParse(newJobId(now, () => random)).success).toBe(true);
      },
    ),
  );
});

test('ids are ordered by the time of creation', () => {
  const time = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 10 ** 9 }), (milliseconds, later) => {
      const first = newJobId(new Date(milliseconds), () => new Uint8Array(10).fill(255));
      const second = newJobId(new Date(milliseconds + later), () => new Uint8Array(10));
      expect(first < second).toBe(true);
    }),
  );
});
