import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countLines, findLines } from '../../../src/workspace/search/match-lines.ts';
import { compilePattern, type CompiledPattern } from '../../../src/workspace/search/pattern.ts';
import { openTextStore } from '../../../src/workspace/search/text-store.ts';

interface Recorded {
  pattern: string;
  ignoreCase?: true;
  unix: number[];
  windows: number[];
}

/**
 * What ripgrep itself found, recorded by `ripgrep/record.ts` for the patterns of `ripgrep/patterns.ts` in two texts:
 * one in many scripts, with tabs, empty lines and no final line break; the other with the line breaks and the byte
 * order mark of Windows.
 */
const folder = join(import.meta.dirname, 'ripgrep');
const [version, ...lines] = readFileSync(join(folder, 'recorded.jsonl'), 'utf8').trim().split('\n');
const recorded = lines.map((line): Recorded => JSON.parse(line));

describe('a search finds what ripgrep finds', () => {
  const texts = { unix: asSearched('unix.txt'), windows: asSearched('windows.txt') };
  const groups = Array.from({ length: Math.ceil(recorded.length / 20) }, (_, group) => group * 20);

  test.each(groups)('for the 20 recorded patterns from number %i on, in both texts', (first) => {
    const asked = recorded.slice(first, first + 20);
    const found = asked.map((one) => {
      const compiled = compilePattern({ ignoreCase: false, ...one, syntax: 'regex' });
      const [unix, windows] = [linesIn(compiled, texts.unix), linesIn(compiled, texts.windows)];
      compiled.free();
      return { ...one, unix, windows };
    });
    expect(found).toEqual(asked);
  });

  test('for at least 500 patterns', () => {
    expect(version).toMatch(/ripgrep \d+/);
    expect(recorded.length).toBeGreaterThanOrEqual(500);
    expect(recorded.filter(({ unix }) => unix.length > 0).length).toBeGreaterThan(300);
  });
});

interface Searched {
  bytes: Buffer;
  ascii: boolean;
  text: string;
}

/** Returns a text as it is stored for searching. */
function asSearched(file: string): Searched {
  const stored = openTextStore(1).store(file, readFileSync(join(folder, file)));
  if (typeof stored === 'string') throw new Error(`the text is ${stored}`);
  const bytes = Buffer.from(stored.memory, stored.start, stored.length);
  return { bytes, ascii: stored.ascii, text: bytes.toString() };
}

/** Returns the matching lines; none when the fast checks that run first would exclude the text. */
function linesIn(pattern: CompiledPattern, { bytes, ascii, text }: Searched): number[] {
  const counted = pattern.mayHold(bytes, ascii) ? countLines(pattern, text, Number.POSITIVE_INFINITY) : 0;
  const found = findLines(pattern, text, { skip: 0, take: Number.POSITIVE_INFINITY, context: 0 });
  expect(counted).toBe(found.length);
  return found.map(({ line }) => line);
}
