import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWellFormedKey, mintKey } from '../../src/projects/key/api-key.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Randomness chosen by fast-check, so that a failure is reproducible. */
const minted = fc.uint8Array({ minLength: 43, maxLength: 43, max: 247 }).map((bytes) => mintKey(() => bytes));

test('a minted key is well formed', () => {
  fc.assert(
    fc.property(minted, (key) => {
      expect(key).toMatch(/^desk_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }),
  );
});

test('a key with one changed character is not well formed', () => {
  const change = fc.record({ key: minted, at: fc.nat(53), to: fc.constantFrom(...alphabet.split('')) });
  fc.assert(
    fc.property(change, ({ key, at, to }) => {
      fc.pre(key[at] !== to);
      expect(isWellFormedKey(key.slice(0, at) + to + key.slice(at + 1))).toBe(false);
    }),
  );
});

test('a key with two swapped neighbours is not well formed', () => {
  fc.assert(
    fc.property(minted, fc.integer({ min: 5, max: 46 }), (key, at) => {
      fc.pre(key[at] !== key[at + 1]);
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      expect(isWellFormedKey(swapped)).toBe(false);
    }),
  );
});

test('other text is not well formed', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isWellFormedKey(text)));
  fc.assert(fc.property(minted, fc.string({ minLength: 1 }), (key, more) => !isWellFormedKey(key + more)));
  expect(isWellFormedKey(`${mintKey()}\n`)).toBe(false);
});

test('the format of keys is fixed, so that issued keys stay valid', () => {
  // The checksum computed with Python's zlib.crc32.
  expect(mintKey(() => new Uint8Array(43))).toBe('desk_00000000000000000000000000000000000000000002ZBTmx');
});

test('a test key has its own prefix, and the same checksum over all of it', () => {
  const key = mintKey(() => new Uint8Array(43), 'test');
  // The checksum computed with Python's zlib.crc32.
  expect(key).toBe('desk_test_000000000000000000000000000000000000000000006YYPw');
  expect(isWellFormedKey(key)).toBe(true);
  expect(isWellFormedKey(key.replace('desk_test_', 'desk_'))).toBe(false);
  expect(isWellFormedKey(mintKey().replace('desk_', 'desk_test_'))).toBe(false);
});

test('every character has the same probability', () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 2_000; made += 1) {
    for (const character of mintKey().slice(5, 48)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = (2_000 * 43) / alphabet.length;
  // Eight standard deviations: practically never by chance, and at once with a biased modulo (5:4).
  for (const character of alphabet) {
    expect(Math.abs((counts.get(character) ?? 0) - expected)).toBeLessThan(8 * Math.sqrt(expected));
  }
});
