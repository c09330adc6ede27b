import { expect, test } from 'vitest';
import { within } from '../../../src/wiring/health/within.ts';

test('a result is returned', async () => {
  expect(await within(1_000, async () => 7)).toEqual({ found: 7, fault: null });
});

test('an error is reported by its code, without an address that it may contain', async () => {
  const error = Object.assign(new Error('connect to postgresql://user:secret@host'), { code: 'ECONNREFUSED' });
  const { found, fault } = await within(1_000, () => Promise.reject(error));
  expect(found).toBeNull();
  expect(fault).toContain('ECONNREFUSED');
  expect(fault).not.toContain('secret');
});

test('a call that never returns is given up', async () => {
  const never = new Promise<number>(() => {});
  expect(await within(10, () => never)).toEqual({ found: null, fault: expect.stringContaining('within 0.01 seconds') });
});
