import { expect, test } from 'vitest';
import { openTextStore, type Stored } from '../../../src/workspace/search/text-store.ts';

const megabyte = 1024 * 1024;

function textOf(stored: Stored | undefined): string | undefined {
  if (stored === undefined || typeof stored === 'string') return stored;
  return Buffer.from(stored.memory, stored.start, stored.length).toString();
}

test.each([
  ['one\ntwo\n', 'one\ntwo\n'],
  ['\uFEFFone\r\ntwo\r\n\r\n', 'one\ntwo\n\n'],
  ['a lone \r stays\r\n', 'a lone \r stays\n'],
  ['Über', 'Über'],
  ['', ''],
])('%j is searched as %j', (content, text) => {
  expect(textOf(openTextStore(megabyte).store('id', Buffer.from(content)))).toBe(text);
});

test('binary and too large files are remembered as such', () => {
  const store = openTextStore(megabyte);
  store.store('image', Buffer.from('a\0b'));
  store.store('huge', { tooLarge: 6_000_000 });
  expect([store.get('image'), store.get('huge'), store.get('other')]).toEqual(['binary', 'too large', undefined]);
});

test('a text is stored once', () => {
  const store = openTextStore(megabyte);
  expect(store.store('id', Buffer.from('text'))).toBe(store.store('id', Buffer.from('text')));
});

test('the oldest texts are forgotten first when space is needed', () => {
  const store = openTextStore(16 * megabyte);
  const ids = Array.from({ length: 20 }, (_, index) => `id ${index}`);
  for (const id of ids) store.store(id, Buffer.alloc(2 * megabyte, 'x'));
  const left = ids.filter((id) => store.get(id) !== undefined);
  expect(left).toEqual(ids.slice(-left.length));
  expect(left.length).toBeLessThanOrEqual(8);
  store.clear();
  expect(store.get('id 19')).toBeUndefined();
});
