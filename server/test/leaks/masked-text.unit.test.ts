import { expect, test } from 'vitest';
import { maskedText } from '../../src/leaks/masked-text.ts';
import { madeUp } from './made-up.ts';

test('hides credentials, and keeps lines where they are', async () => {
  const body = [60, 61, 62].map((length) => madeUp(length)).join('\n');
  const key = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
  const text = `TOKEN=ghp_${madeUp(36)}\n${key}\nlast line\n`;
  const masked = await maskedText(text);
  expect(masked).toMatch(/^TOKEN=\[a secret: github\]\n\[a secret: private-?key\]\n\n\n\n\nlast line\n$/);
  expect(masked.split('\n')).toHaveLength(text.split('\n').length);
});

test('leaves a text without any as it is', async () => {
  expect(await maskedText('plain\n')).toBe('plain\n');
});
