import { expect, test } from 'vitest';
import { LineIds } from '../../../src/analytics/import/identity.ts';

const [first, second] = [Buffer.from('a line'), Buffer.from('another line')];

test('ids are UUIDs of version 8, the same for the same line in every file', () => {
  const id = new LineIds(1).ofLine(first);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const other = new LineIds(1);
  expect(other.ofLine(second)).not.toBe(id);
  expect(other.ofLine(first)).toBe(id);
});

test('equal lines have different ids by their number, also after the import continues', () => {
  const ids = new LineIds(1);
  const three = [ids.ofLine(first), ids.ofLine(first), ids.ofLine(first)];
  expect(new Set(three).size).toBe(3);
  const resumed = new LineIds(1);
  resumed.remember(first);
  expect([resumed.ofLine(first), resumed.ofLine(first)]).toEqual(three.slice(1));
});

test('ids differ between projects', () => {
  expect(new LineIds(2).ofLine(first)).not.toBe(new LineIds(1).ofLine(first));
});

test('a request that the log names has the same id however often it is logged', () => {
  const ids = new LineIds(1);
  expect(ids.ofRequest('r-1')).toBe(ids.ofRequest('r-1'));
  expect(ids.ofRequest('r-1')).not.toBe(ids.ofRequest('r-2'));
});
