import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutSecrets } from '../../src/code-hosts/text/without-secrets.ts';

const secret = 'ghp_0123456789abcdefABCDEF+/';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  secret,
  encodeURIComponent(secret),
  base64(secret),
  ...['u', 'me', 'git', 'x-access-token'].map((user) => base64(`${user}:${secret}`)),
])('%s is removed', (reported) => {
  expect(withoutSecrets(`Bad credentials: ${reported}!`, [secret])).toBe('Bad credentials: …!');
});

test('a secret is removed from base64, whatever precedes and follows it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
      const text = withoutSecrets(`said ${base64(before + secret + after)} `, [secret]);
      expect(text).toBe('said … ');
    }),
  );
});

test('all other text stays', () => {
  const text = `Validation failed: ${base64('another text of some length')} is no branch`;
  expect(withoutSecrets(text, [secret, '', 'short'])).toBe(text);
});
