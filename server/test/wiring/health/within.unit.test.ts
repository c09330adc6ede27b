import { expect, test } from 'vitest';
import { within } from '../../../src/wiring/health/within.ts';

test('what is found is reported', async () => {
  expect(await within(1_000, async () => 7)).toEqual({ found: 7, fault: null });
});

test('what fails says so, without what an error may hold of an address', async () => {
  const error = Object.assign(new Error('connect to postgresql://user:secret@host'), { code: 'ECONNREFUSED' });
  const { found, fault } = await within(1_000, () => Promise.reject(error));
  expect(found).toBeNull();
  expect(fault).toContain('ECONNREFUSED');
  expect(fault).not.toContain('secret');
});

test('what never answers is given up', async () => {
  const never = new Promise<number>(() => {});
  expect(await within(10, () => never)).toEqual({ found: null, fault: expect.stringContaining('within 0.01 seconds') });
});
