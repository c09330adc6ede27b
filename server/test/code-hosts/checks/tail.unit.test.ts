import { expect, test } from 'vitest';
import { tailOf } from '../../../src/code-hosts/checks/tail.ts';

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('a short body is kept whole', async () => {
  expect(await tailOf(parts('one\n', 'two'), 100)).toEqual({ text: 'one\ntwo', isCut: false });
  expect(await tailOf(parts(), 100)).toEqual({ text: '', isCut: false });
});

test('of a longer one whole lines at its end are kept', async () => {
  expect(await tailOf(parts('one\ntwo\n', 'three\n', 'four\n'), 13)).toEqual({ text: 'three\nfour\n', isCut: true });
});

test('a line that is longer than all that is kept is kept from its middle, by whole characters', async () => {
  expect(await tailOf(parts('é'.repeat(50)), 11)).toEqual({ text: 'é'.repeat(5), isCut: true });
});

test('the parts in which it came make no difference', async () => {
  const text = Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join('');
  const whole = await tailOf(parts(text), 99);
  expect(await tailOf(parts(...text.split('')), 99)).toEqual(whole);
  expect(await tailOf(parts(...text.split(/(?<=7)/)), 99)).toEqual(whole);
});
