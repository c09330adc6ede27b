import { expect, test } from 'vitest';
import { maskedText, maskingOf } from '../../src/leaks/masking.ts';
import { madeUp } from './made-up.ts';

test('hides credentials, and keeps lines where they are', async () => {
  const body = [60, 61, 62].map((length) => madeUp(length)).join('\n');
  const key = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
  const text = `TOKEN=ghp_${madeUp(36)}\n${key}\nlast line\n`;
  const masked = await maskedText(text);
  expect(masked).toMatch(/^TOKEN=\[a secret: github\]\n\[a secret: private-?key\]\n\n\n\n\nlast line\n$/);
  expect(masked.split('\n')).toHaveLength(text.split('\n').length);
});

test('leaves a text without credentials unchanged', async () => {
  expect(await maskedText('plain\n')).toBe('plain\n');
});

const own = [{ name: 'the key of openai', value: madeUp(48) }];
const mask = maskingOf(async () => own);

test('hides own secrets by value, in every spelling, and keeps the text beside them', async () => {
  const value = own[0]?.value ?? '';
  const spelt = Buffer.from(value).toString('hex');
  expect(await mask([`It is ${value}.`, `or ${spelt}!`])).toEqual([
    'It is [a secret: the key of openai].',
    'or [a secret: the key of openai]!',
  ]);
});

test('hides an own secret that is split over several texts, each of which is not a secret alone', async () => {
  const value = own[0]?.value ?? '';
  const texts = [`first ${value.slice(0, 16)}`, 'and', value.slice(16, 32), value.slice(32)];
  for (const text of texts) expect(await mask([text])).toEqual([text]);
  const masked = await mask(texts);
  expect(masked.join(' ')).not.toMatch(
    new RegExp(`${value.slice(0, 8)}|${value.slice(16, 24)}|${value.slice(32, 40)}`),
  );
  expect(masked[1]).toBe('and');
});

test('hides other credentials beside an own secret, by stars of the same length if asked', async () => {
  const text = `Use ghp_${madeUp(36)} with ${own[0]?.value}.`;
  expect(await mask([text])).toEqual(['Use [a secret: github] with [a secret: the key of openai].']);
  expect(await mask([text], 'starred')).toEqual([`Use ${'*'.repeat(40)} with ${'*'.repeat(48)}.`]);
});
