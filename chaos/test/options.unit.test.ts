import { expect, test } from 'vitest';
import { readOptions } from '../src/options.ts';

function read(...words: string[]) {
  const found = readOptions(words, 5);
  return 'options' in found ? found.options : found;
}

test('the default time of a run fits its kills, even on a busy machine', () => {
  expect(read()).toMatchObject({ kills: 200, minutes: 40, machines: 1, seed: 5 });
  expect(read('--kills', '8')).toMatchObject({ minutes: 15 });
  expect(read('--kills', '1000')).toMatchObject({ minutes: 200 });
  expect(read('--kills', '1000', '--minutes', '3')).toMatchObject({ minutes: 3 });
});

test('there are one or two machines', () => {
  expect(read('--machines', '2')).toMatchObject({ machines: 2 });
  expect(read('--machines', '3')).toMatchObject({
    code: 2,
    text: expect.stringContaining('--machines: must be 1 or 2'),
  });
});
