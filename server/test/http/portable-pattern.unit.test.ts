import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EmailAddress, PersonName } from '@copydesk/contract';
import { portablePattern } from '../../src/http/openapi/portable-pattern.ts';
import { propertyRuns } from '../support/property-runs.ts';

const patterns = [
  String.raw`^[^\p{Cc}\p{Cs}]*$`,
  String.raw`^[^\p{Cc}\p{Cs};]*$`,
  String.raw`[\p{L}\p{N}]{2}`,
  String.raw`^[^\0\p{Cs}]*$`,
  String.raw`^(?:\/(?:[^~/\p{Cc}\p{Cs}]|~[01])*)*$`,
];

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'Z',
      '7',
      '/',
      '~',
      '0',
      ';',
      ' ',
      '\0',
      '\n',
      '\u0085',
      'ä',
      'я',
      '語',
      '한',
      '«',
      '😀',
    ),
  }),
);

test('what a published pattern permits, the API accepts', () => {
  fc.assert(
    fc.property(fc.constantFrom(...patterns), texts, (pattern, text) => {
      const isPermitted = text.isWellFormed() && new RegExp(portablePattern(pattern)).test(text);
      expect(isPermitted && !new RegExp(pattern, 'u').test(text)).toBe(false);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('for texts of common letters both are equal', () => {
  const common = fc.string({
    unit: fc.constantFrom('a', 'Z', '7', '/', '~', '0', ';', ' ', '\0', '\n', '\u0085', 'ä', 'я', '語', '한'),
  });
  fc.assert(
    fc.property(fc.constantFrom(...patterns), common, (pattern, text) => {
      expect(new RegExp(portablePattern(pattern)).test(text)).toBe(new RegExp(pattern, 'u').test(text));
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test.each(['ada@example.com', 'ada+docs@example.com', 'ädä@exämple.de', "o'neil@example.co.uk"])(
  '%s is an address',
  (address) => {
    expect(EmailAddress.safeParse(address).success).toBe(true);
  },
);

test.each([
  'ada',
  'ada@',
  '@example.com',
  'a b@example.com',
  'a@b@c',
  'a,b@example.com',
  'a@example..com',
  'a\u0085@example.com',
  '"a"@example.com',
  `a@${'b'.repeat(300)}`,
])('%j is not an address', (address) => {
  expect(EmailAddress.safeParse(address).success).toBe(false);
});

test('a property that has no ranges here is not published', () => {
  expect(() => portablePattern(String.raw`^\p{Greek}$`)).toThrow('without ranges');
});

test('names are lines', () => {
  expect(PersonName.safeParse('Ada\nB').success).toBe(false);
});
