import { JobId } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { checkCursor } from '../../src/postgres/statements/cursor.ts';

test('a cursor is the key of a row', () => {
  const id = 'job_0123456789abcdefghjkmnpqrs';
  expect(checkCursor(id, JobId)).toBe(id);
  expect(checkCursor(undefined, JobId)).toBeUndefined();
});

test.each(['', '0', 'job_', 'job_0123456789abcdefghjkmnpqrs\n', 'JOB_0123456789abcdefghjkmnpqrs', "' or true", '\0'])(
  '%j is not one',
  (cursor) => {
    expect(() => checkCursor(cursor, JobId)).toThrow(
      expect.objectContaining({ code: 'invalid_request', errors: [expect.objectContaining({ parameter: 'cursor' })] }),
    );
  },
);
