import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretBox } from '../../src/secrets/box.ts';
import { parseKey } from '../../src/secrets/key-text.ts';

const boxOf = (key: Buffer) => secretBox(async () => key);
const box = boxOf(Buffer.alloc(32, 1));
const unreadable = (why: RegExp) =>
  expect.objectContaining({ code: 'secret_unreadable', message: expect.stringMatching(why) });

test('any text can be sealed and opened, and two seals of it differ', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, purpose) => {
      const [one, two] = [await box.seal(text, purpose), await box.seal(text, purpose)];
      expect(one.equals(two)).toBe(false);
      expect(await box.open(one, purpose)).toBe(text);
      expect(await box.open(new Uint8Array(two), purpose)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

test('the sealed bytes do not contain the text', async () => {
  const sealed = await box.seal('whsec_in-plain-sight', 'webhook whk_1');
  expect(sealed.toString('latin1')).not.toContain('plain');
});

test('a change of any one bit is detected, and so is a cut', async () => {
  const sealed = await box.seal('secret', 'webhook whk_1');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await expect(box.open(changed, 'webhook whk_1')).rejects.toEqual(unreadable(/changed or cut off|another key/));
  }
  for (let length = 0; length < sealed.length; length += 1) {
    await expect(box.open(sealed.subarray(0, length), 'webhook whk_1')).rejects.toEqual(unreadable(/cut off/));
  }
});

test('a sealed secret cannot be opened for another purpose', async () => {
  const sealed = await box.seal('secret', 'webhook whk_1');
  await expect(box.open(sealed, 'webhook whk_2')).rejects.toEqual(unreadable(/changed/));
});

test('a wrong key is distinguished from damage, and the error says what to do', async () => {
  const sealed = await box.seal('secret', 'webhook whk_1');
  const other = boxOf(randomBytes(32));
  await expect(other.open(sealed, 'webhook whk_1')).rejects.toEqual(
    unreadable(/another key.*COPYDESK_SECRET_KEY.*secret\.key/),
  );
});

test.each([
  ['a key', Buffer.alloc(32, 250).toString('base64'), true],
  ['too short a key', Buffer.alloc(31).toString('base64'), false],
  ['too long a key', Buffer.alloc(33).toString('base64'), false],
  ['hexadecimal', 'ab'.repeat(32), false],
  ['base64 without its end', Buffer.alloc(32).toString('base64').slice(0, -1), false],
  ['nothing', '', false],
])('%s', (_, text, isKey) => {
  expect(parseKey(text) !== undefined).toBe(isKey);
});
