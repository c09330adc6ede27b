import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPushHead } from '../../../src/workspace/receive/push-head.ts';

const none = '0'.repeat(40);
const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

/** One line of git's protocol: its length in four hexadecimal digits, then the text. */
function line(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}
const flush = Buffer.from('0000');
const read = async (...parts: Buffer[]) => await readPushHead(Readable.from(parts, { objectMode: false }));

const push = Buffer.concat([
  line(`shallow ${two}\n`),
  line(`${none} ${one} refs/heads/a\0 report-status side-band-64k agent=git/2.39`),
  flush,
]);

test('the head of a push contains the old and new id of each ref, and the capabilities of the client', async () => {
  const capable = line(`${one} ${two} refs/heads/main\0 report-status side-band-64k`);
  const head = await read(Buffer.concat([capable, line(`${one} ${none} refs/tags/v1\n`), flush, Buffer.from('PACK')]));
  expect(head).toEqual({
    commands: [
      { ref: 'refs/heads/main', from: one, to: two },
      { ref: 'refs/tags/v1', from: one, to: null },
    ],
    capabilities: ['report-status', 'side-band-64k'],
    bytes: expect.any(Buffer),
  });
  expect(head.bytes.subarray(-8).toString()).toBe('0000PACK');
});

test('the head of a push from a shallow clone is read with its shallow lines before the commands', async () => {
  expect(await read(push)).toMatchObject({
    commands: [{ ref: 'refs/heads/a', from: null, to: one }],
    capabilities: ['report-status', 'side-band-64k', 'agent=git/2.39'],
  });
});

test('a push of a flush only has no commands: git asks so whether it may push', async () => {
  expect((await read(flush)).commands).toEqual([]);
});

test('the head of a push is the same in any division into chunks', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
  const whole = Buffer.concat([
    line(`${one} ${two} refs/heads/ä\0report-status`),
    line(`${none} ${one} refs/x`),
    flush,
  ]);
  const expected = await read(whole);
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      const parts: Buffer[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn += 1) {
        const length = lengths[turn % lengths.length] ?? 1;
        parts.push(whole.subarray(at, at + length));
        at += length;
      }
      const { commands, bytes } = await read(...parts);
      expect(commands).toEqual(expected.commands);
      expect(bytes.subarray(0, whole.length)).toEqual(whole);
    }),
  );
});

describe('a push is refused where git might read it differently', () => {
  test.each([
    ['a length that is none', Buffer.from('0x1fhello')],
    ['a special line', Buffer.from('0001')],
    ['an empty line', Buffer.from('0004')],
    ['an end before the flush', push.subarray(0, -4)],
    ['an end within a line', push.subarray(0, 20)],
    ['nothing', Buffer.alloc(0)],
    ['a signed push', Buffer.concat([line('push-cert\0report-status'), flush])],
    ['a second line with capabilities', Buffer.concat([push.subarray(0, -4), line(`${none} ${one} refs/a\0x`), flush])],
    ['capabilities behind the end of a shallow clone', Buffer.concat([line(`shallow ${two}\0x`), flush])],
    ['no ref', Buffer.concat([line(`${none} ${one} `), flush])],
    ['ids of two lengths of which one is none', Buffer.concat([line(`${none}0 ${one} refs/heads/a`), flush])],
    ['a line within a line', Buffer.concat([line(`${none} ${one} refs/heads/a\nrefs/heads/b`), flush])],
    [
      'a name that is no UTF-8',
      Buffer.concat([line(Buffer.concat([Buffer.from(`${none} ${one} refs/heads/`), Buffer.from([0xff])])), flush]),
    ],
  ])('%s', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('more refs than are read at once', async () => {
    const many = Array.from({ length: 12_000 }, (_, number) => line(`${none} ${one} refs/heads/branch-${number}`));
    await expect(read(...many, flush)).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});
