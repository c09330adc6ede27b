import { z } from 'zod';
import { allLines, readRanges, writeRanges } from '../text/line-ranges.ts';
import type { LineRange } from '../text/line-ranges.ts';

/**
 * Returns enough of a blob's id to distinguish contents of one path: a search that finds lines in 100 files stores 100
 * ids.
 */
export function shortId(blob: string): string {
  return blob.slice(0, 16);
}

/** What the model has seen of a file: of which content, which lines whole, and of which lines at least a part. */
export interface Mark {
  /** See {@link shortId}. */
  blob: string;
  whole: readonly LineRange[];
  parts: readonly LineRange[];
}

/** By path: the blob of a file that was seen whole, or the blob with its seen lines as `1-20,35`. */
export type SeenNote = z.infer<typeof SeenNote>;

const SeenNote = z.record(
  z.string(),
  z.union([z.string(), z.object({ blob: z.string(), lines: z.string(), parts: z.string().optional() })]),
);

const Noted = z.object({ copydesk: z.object({ seen: SeenNote }) });

/** Reads the marks that a tool result carries, by path. */
export function readNote(providerOptions: unknown): [path: string, mark: Mark][] {
  const note = Noted.safeParse(providerOptions).data?.copydesk.seen ?? {};
  return Object.entries(note).map(([path, seen]) => {
    if (typeof seen === 'string') return [path, { blob: shortId(seen), whole: allLines, parts: [] }];
    return [path, { blob: shortId(seen.blob), whole: readRanges(seen.lines), parts: readRanges(seen.parts ?? '') }];
  });
}

/** Writes marks in the form that a tool result carries. */
export function writeNote(marks: ReadonlyMap<string, Mark>): SeenNote {
  return Object.fromEntries(
    [...marks].map(([path, { blob, whole, parts }]) => {
      if (whole === allLines) return [path, blob];
      const seen = { blob, lines: writeRanges(whole) };
      return [path, parts.length === 0 ? seen : { ...seen, parts: writeRanges(parts) }];
    }),
  );
}
