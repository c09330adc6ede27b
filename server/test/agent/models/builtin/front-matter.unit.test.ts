import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readText } from '../../../../src/agent/models/builtin/text/front-matter/front-matter.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

function titleOf(line: string): string | undefined {
  const value = line.slice('title:'.length);
  return readText(line, {
    key: 'title',
    start: 0,
    end: line.length,
    value: { start: line.length - value.length, end: line.length },
  });
}

function parsedTitle(line: string): unknown {
  try {
    const read: unknown = parse(line, { logLevel: 'error' });
    return typeof read === 'object' && read !== null && 'title' in read ? read.title : undefined;
  } catch {
    return undefined;
  }
}

describe('readText', () => {
  it('reads an entry as a parser of YAML does, whether it asks one or not', () => {
    const marks = [
      "'",
      '"',
      ' ',
      '.',
      '-',
      '/',
      '(',
      ')',
      ',',
      ':',
      '#',
      '&',
      '*',
      '!',
      '|',
      '\\',
      '_',
      'é',
      '\n',
      '1',
      '~',
    ];
    const words = ['a', 'Null', 'true', 'FALSE', 'no', 'title', '1e3', '0x1f', '2026-01-01', '...', '---'];
    const line = fc.array(fc.constantFrom(...marks, ...words), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        line,
        fc.constantFrom(' ', '  ', ''),
        fc.constantFrom('', '\n', ' ', ' \n'),
        (parts, before, after) => {
          const source = `title:${before}${parts.join('')}${after}`;
          const value = parsedTitle(source);
          expect(titleOf(source)).toBe(typeof value === 'string' ? value : undefined);
        },
      ),
      { numRuns: propertyRuns(20_000) },
    );
  });
});
