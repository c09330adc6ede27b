import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecord } from '../../../src/analytics/export/csv.ts';

test.each([
  ['/guides/start', '/guides/start'],
  ['', ''],
  ['/a,b', '"/a,b"'],
  ['/a;=1+1', '"/a;=1+1"'],
  ['/a"b', '"/a""b"'],
  ['/a\nb', '"/a\nb"'],
  ['/a\r\nb', '"/a\r\nb"'],
  ['/café/日本語/🦊', '/café/日本語/🦊'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['\uff1d1', "'\uff1d1"],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
  ['a=1', 'a=1'],
  ["'=1", "'=1"],
  [' =1', ' =1'],
])('the text %j is written %j', (text, written) => {
  expect(csvRecord([text])).toBe(`${written}\r\n`);
});

test('numbers and nothing are written as they are', () => {
  expect(csvRecord(['x', 0, -1, 0.25, null, 9_007_199_254_740_991])).toBe('x,0,-1,0.25,,9007199254740991\r\n');
});

test('the output is valid by RFC 4180, and no cell begins a formula', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a') }),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (cells) => {
      const read = readRecord(csvRecord(cells));
      expect(read.map((cell, index) => (cell === `'${cells[index]}` ? cell.slice(1) : cell))).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

/** Reads one record, by the grammar of RFC 4180. */
function readRecord(record: string): string[] {
  expect(record.endsWith('\r\n')).toBe(true);
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (const [, quoted, plain = '', end] of record.matchAll(cell)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') break;
  }
  return cells;
}
