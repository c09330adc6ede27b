import { expect, test } from 'vitest';
import { tailOf } from '../../../src/code-hosts/checks/tail.ts';

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* byteByByte(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of Buffer.from(text)) yield new Uint8Array([byte]);
}

test('a short body is kept whole', async () => {
  expect(await tailOf(parts('one\n', 'two'), 100)).toEqual({ text: 'one\ntwo', isCut: false });
  expect(await tailOf(parts(), 100)).toEqual({ text: '', isCut: false });
});

test('only whole lines at the end of a longer body are kept', async () => {
  expect(await tailOf(parts('one\ntwo\n', 'three\n', 'four\n'), 13)).toEqual({ text: 'three\nfour\n', isCut: true });
});

test('a line that exceeds the limit is cut at its beginning, between characters', async () => {
  expect(await tailOf(parts('é'.repeat(50)), 11)).toEqual({ text: 'é'.repeat(5), isCut: true });
});

test('the chunks in which a body arrives make no difference', async () => {
  const text = Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join('');
  const whole = await tailOf(parts(text), 99);
  expect(await tailOf(parts(...text.split('')), 99)).toEqual(whole);
  expect(await tailOf(parts(...text.split(/(?<=7)/)), 99)).toEqual(whole);
});

test('the kept end is the same wherever the chunks are cut', async () => {
  const text = Array.from({ length: 40 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  for (let bytes = 1; bytes <= 41; bytes += 1) {
    for (let size = 1; size <= 41; size += 1) {
      const cut = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      expect(await tailOf(parts(...cut), bytes)).toEqual({ text: text.slice(-bytes), isCut: bytes < 40 });
    }
  }
});

test('a log that arrives byte by byte is kept to its limit', async () => {
  const log = '000000000\n'.repeat(40_000);
  expect(await tailOf(byteByByte(log), 262_144)).toEqual({ text: '000000000\n'.repeat(26_214), isCut: true });
});
