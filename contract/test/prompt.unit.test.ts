import { expect, test } from 'vitest';
import { Prompt } from '../src/index.ts';

test.each([
  '',
  ' \r\n\t',
  '\u00a0\u2003\u3000\u2028',
  '\u0085',
  '\u200b\u200d\u2060\ufeff',
  '\u0001\u001b',
  '\u00ad\u034f',
])('refuses %j, which has no visible character', (prompt) => {
  expect(Prompt.safeParse(prompt).error?.issues[0]?.message).toContain('blank');
});

test.each(['.', ' x ', '\u200bé\u0301', '🦊', '\u4e00', '\u202e"x"\u0001', '🦊'.repeat(32_000)])(
  'accepts %j unchanged',
  (prompt) => {
    expect(Prompt.parse(prompt)).toBe(prompt);
  },
);

test.each(['a\0b', '\ud800', 'a\udc00b', '🦊'.repeat(32_001), 'x'.repeat(32_001)])('refuses %j', (prompt) => {
  expect(Prompt.safeParse(prompt).success).toBe(false);
});
