import { describe, expect, test } from 'vitest';
import { copiedPassages } from '../../src/leaks/copied.ts';

/** Returns different lines of a program. */
function program(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `  const value${from + at} = compute(${(from + at) * 7});`);
}

const source = { name: 'app:src/main.ts', text: `${program(1, 60).join('\n')}\n` };

describe('a long passage', () => {
  test('is found with its place and length, within other text', () => {
    const text = `# Setup\n\n${program(10, 29).join('\n')}\n\nThat is all.\n`;
    const index = text.indexOf('const value10');
    expect(copiedPassages(text, [source])).toEqual([{ from: 'app:src/main.ts', index, lines: 20 }]);
  });

  test.each([
    [
      'indented otherwise',
      program(10, 29)
        .map((line) => `\t\t${line.trim()}`)
        .join('\n\n'),
    ],
    ['on one line', program(10, 40).join(' ')],
    ['without spaces', program(10, 40).join('').replaceAll(' ', '')],
  ])('%s', (_, text) => {
    expect(copiedPassages(text, [source])).toMatchObject([{ from: 'app:src/main.ts' }]);
  });

  test('two copies of a passage, and passages of two files, are each reported', () => {
    const other = { name: 'app:b.ts', text: program(100, 140).join('\n') };
    const text = [program(1, 15), ['Words between.'], program(110, 130), ['And more.'], program(1, 15)]
      .flat()
      .join('\n');
    expect(copiedPassages(text, [source, other]).map(({ from, lines }) => `${from} ${lines}`)).toEqual([
      'app:src/main.ts 15',
      'app:b.ts 21',
      'app:src/main.ts 15',
    ]);
  });

  test('reports the longer match if two files contain the passage', () => {
    const part = { name: 'app:part.ts', text: program(10, 14).join('\n') };
    expect(copiedPassages(program(10, 29).join('\n'), [part, source])).toMatchObject([
      { from: 'app:src/main.ts', lines: 20 },
    ]);
  });
});

describe('what is not a copied passage', () => {
  test.each([
    ['a few lines', program(10, 20).join('\n')],
    ['lines in another order', program(1, 60).toReversed().join('\n')],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(copiedPassages(text, [source])).toEqual([]);
  });

  test('text of one character over and over takes no longer than its length', () => {
    const same = 'a'.repeat(200_000);
    expect(copiedPassages(same, [{ name: 'app:a', text: 'a'.repeat(500) }])).toEqual([]);
  });
});
