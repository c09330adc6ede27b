import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The parts of the suite: projects of `vitest.config.ts`. */
export const parts = ['unit', 'whole', 'long'] as const;

export type Part = (typeof parts)[number];

const FileRecord = z.object({
  /** From the root of the repository. */
  path: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Whether the file itself could not be run. */
  isBroken: z.boolean(),
});

/** What the last run of a part did, file by file. */
const PartRecord = z.object({ seconds: z.number(), files: z.array(FileRecord) });

export type FileRecord = z.infer<typeof FileRecord>;
export type PartRecord = z.infer<typeof PartRecord>;

/** `npm ci` removes the records too: what is there was run with the packages that are there. */
const fileOf = (root: string, part: Part): string =>
  path.join(root, 'node_modules/.cache/copydesk-tests', `${part}.json`);

export function writeRecord(root: string, part: Part, record: PartRecord): void {
  mkdirSync(path.dirname(fileOf(root, part)), { recursive: true });
  writeFileSync(fileOf(root, part), JSON.stringify(record));
}

/** Returns undefined when the part has not run. */
export function readRecord(root: string, part: Part): PartRecord | undefined {
  try {
    return PartRecord.parse(JSON.parse(readFileSync(fileOf(root, part), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the part that runs a test file. */
export function partOf(file: string): Part {
  if (file.endsWith('.unit.test.ts')) return 'unit';
  return file.endsWith('.long.test.ts') ? 'long' : 'whole';
}
