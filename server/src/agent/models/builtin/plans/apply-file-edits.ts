import { z } from 'zod';
import type { Change } from '../text/change.ts';
import type { Plan } from './plan.ts';
import { reviseFiles } from './replace/revise-files.ts';
import type { Revision } from './replace/revise-files.ts';

/** Whole new contents of files, as the docs plan them. */
export const FileEdits = z.array(z.object({ path: z.string(), content: z.string() }));

/** Brings files to their planned contents by editing only what differs, so that all other bytes stay the same. */
export async function* applyFileEdits(edits: z.infer<typeof FileEdits>): Plan<Revision> {
  const planned = new Map(edits.map((edit) => [edit.path, edit.content]));
  return yield* reviseFiles([...planned.keys()], (files) =>
    Promise.resolve(files.map(({ path, text }) => difference(text, planned.get(path) ?? text))),
  );
}

/** Returns the range between the common beginning and the common end of both texts, as one change. */
function difference(before: string, planned: string): Change[] {
  const after = planned.startsWith('\ufeff') ? planned.slice(1) : planned;
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return [{ start, end: before.length - end, text: after.slice(start, after.length - end) }];
}
