import path from 'node:path';
import { expect, test } from 'vitest';
import { CopydeskError, endpoints, errorCodes, errorTable, isCopydeskError } from '../src/index.ts';
import type { Endpoint } from '../src/index.ts';
import { errorsDocument } from './errors-document.ts';

test('docs/errors.md equals the table (vitest -u writes it again)', async () => {
  await expect(errorsDocument()).toMatchFileSnapshot(path.join(import.meta.dirname, '../../docs/errors.md'));
});

test('every code has a status of an error and a title that ends without a full stop', () => {
  for (const code of errorCodes) {
    expect(errorTable[code].status).toBeGreaterThanOrEqual(400);
    expect(errorTable[code].title).toMatch(/^[A-Z].*[^.]$/);
  }
});

test('no endpoint names a code twice', () => {
  for (const { errors } of Object.values<Endpoint>(endpoints)) expect(new Set(errors).size).toBe(errors.length);
});

test('an error contains the fields of its row', () => {
  const error = new CopydeskError('quota_exceeded', 'Used up.', { retryAfterSeconds: 7 });
  expect(error).toMatchObject({ status: 429, retryable: true, retryAfterSeconds: 7, errors: [], message: 'Used up.' });
  expect(isCopydeskError(error, 'quota_exceeded')).toBe(true);
  expect(isCopydeskError(error, 'internal')).toBe(false);
  expect(isCopydeskError(new Error('Used up.'))).toBe(false);
});
