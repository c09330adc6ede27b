import { scanOutline, scanRoughly, type OutlineFacts, type RoughFacts } from '../compare/candidates.ts';
import type { Known } from '../known.ts';
import { decodeText } from '../text/text.ts';

/** The result of two quick scans of a page, in one record: what nearly every question about a site needs. */
export interface Sketch {
  rough: RoughFacts;
  outline: OutlineFacts;
}

/** Must be raised whenever the same page would give a different record: then older records on disk are not read. */
export const sketchVersion = 3;

/**
 * Scans a file's bytes and returns its record. It is linear, but not fast for a megabyte, so it belongs in a worker
 * thread.
 */
export function sketchRecord(bytes: Uint8Array): Uint8Array {
  const text = decodeText(bytes);
  if (text.kind === 'refused') return encodeSketch(text);
  return encodeSketch({ kind: 'known', value: { rough: scanRoughly(text.value), outline: scanOutline(text.value) } });
}

/** No scanned text contains this character. */
const separator = '\0';
const refusalMark = 'refused';

/**
 * Encodes a sketch as eight fields of text, as short as possible: a site of 50,000 pages keeps 50,000 of them in
 * memory. Targets found by both scans are stored once.
 */
function encodeSketch(known: Known<Sketch>): Uint8Array {
  return Buffer.from(known.kind === 'refused' ? refusalMark + separator + known.message : fieldsOf(known.value));
}

/** Replaces line endings within a value; a vertical tab in the text itself is decoded to a line ending, too. */
const lineMark = '\v';

function fieldsOf({ rough, outline }: Sketch): string {
  const listed = new Set(linesOf(outline.targets));
  const flags = [rough.incomplete, rough.frontMatterPlain, rough.mayBreakMdx, outline.mayBreakMdx];
  return [
    flags.map(Number).join(''),
    rough.heading ?? '',
    rough.heading === undefined ? '' : '1',
    // Lists are values with several lines.
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

/** Decodes a record; returns undefined if the bytes are not one. */
export function decodeSketch(bytes: Uint8Array): Known<Sketch> | undefined {
  const fields = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split(separator);
  const [flags = '', heading = '', hasHeading, frontMatter = '', targets = '', others = '', headings = '', parts = ''] =
    fields;
  if (flags === refusalMark && fields.length === 2) return { kind: 'refused', message: heading };
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
