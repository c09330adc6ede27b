import { scanOutline, scanRoughly, type OutlineFacts, type RoughFacts } from '../candidates.ts';
import type { Known } from '../known.ts';
import { decodeText } from '../text.ts';

/** All that two quick looks at a page tell, in one record: what nearly every question about a site needs. */
export interface Sketch {
  rough: RoughFacts;
  outline: OutlineFacts;
}

/** To be raised whenever the same page would give another record than before: older ones on disk are not read then. */
export const sketchVersion = 3;

/** Looks at a file's bytes and answers its record. Linear, but not quick for a megabyte: at home in a worker thread. */
export function sketchRecord(bytes: Uint8Array): Uint8Array {
  const text = decodeText(bytes);
  if (text.kind === 'refused') return encodeSketch(text);
  return encodeSketch({ kind: 'known', value: { rough: scanRoughly(text.value), outline: scanOutline(text.value) } });
}

/** No text that was looked at has this character. */
const separator = '\0';
const refusal = 'refused';

/**
 * Eight fields of text, as short as they can be: a site of 50,000 pages has 50,000 of them in memory. What both looks
 * took for a target is there once.
 */
function encodeSketch(known: Known<Sketch>): Uint8Array {
  return Buffer.from(known.kind === 'refused' ? refusal + separator + known.message : fieldsOf(known.value));
}

/** Stands for a line ending within a value; a vertical tab of the text itself is read as one too. */
const lineMark = '\v';

function fieldsOf({ rough, outline }: Sketch): string {
  const listed = new Set(linesOf(outline.targets));
  const flags = [rough.incomplete, rough.frontMatterPlain, rough.mayBreakMdx, outline.mayBreakMdx];
  return [
    flags.map(Number).join(''),
    rough.heading ?? '',
    rough.heading === undefined ? '' : '1',
    // Lists are values of several lines.
    Object.entries(rough.frontMatter)
      .flat()
      .map((text) => text.replaceAll('\n', lineMark))
      .join('\n'),
    outline.targets,
    linesOf(rough.targets)
      .filter((target) => !listed.has(target))
      .join('\n'),
    outline.headings.join('\n'),
    rough.parts,
  ].join(separator);
}

/** The sketch of a record; undefined when the bytes are none. */
export function decodeSketch(bytes: Uint8Array): Known<Sketch> | undefined {
  const fields = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split(separator);
  const [flags = '', heading = '', hasHeading, frontMatter = '', targets = '', others = '', headings = '', parts = ''] =
    fields;
  if (flags === refusal && fields.length === 2) return { kind: 'refused', message: heading };
  if (fields.length !== 8) return undefined;
  const value = {
    rough: {
      targets: targets === '' || others === '' ? targets + others : `${targets}\n${others}`,
      parts,
      incomplete: flags[0] === '1',
      frontMatter: pairsOf(frontMatter),
      frontMatterPlain: flags[1] === '1',
      heading: hasHeading === '1' ? heading : undefined,
      mayBreakMdx: flags[2] === '1',
    },
    outline: { targets, headings: linesOf(headings), mayBreakMdx: flags[3] === '1' },
  };
  return { kind: 'known', value };
}

function pairsOf(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = linesOf(text);
  for (let index = 0; index + 1 < lines.length; index += 2)
    pairs[lines[index] ?? ''] = (lines[index + 1] ?? '').replaceAll(lineMark, '\n');
  return pairs;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
