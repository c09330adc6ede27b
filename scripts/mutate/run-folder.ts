import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Break } from './draw/find-breaks.ts';
import { kinds } from './kinds.ts';
import type { MutateOptions } from './options.ts';
import type { Verdict } from './report.ts';
import { changedFiles, git } from './run/copy.ts';

/** What is kept of a run, from which it continues. */
export interface RunFolder {
  path: string;
  /** Returns the places that were drawn, or keeps those that are drawn now. */
  places: (draw: () => Promise<Break[]>) => Promise<Break[]>;
  /** Returns the verdict that is known, or keeps the one that is found now. */
  verdict: (key: string, find: () => Promise<Verdict>, isAnew: boolean) => Promise<Verdict>;
}

const span = { start: z.number(), end: z.number() };

const Place = z.object({
  ...span,
  kind: z.enum(kinds),
  file: z.string(),
  line: z.number(),
  code: z.string(),
  text: z.string(),
  change: z.string(),
  probe: z.object({ ...span, form: z.enum(['value', 'service', 'statement']), before: z.string().optional() }),
  isAtImport: z.boolean(),
});

const Kept = z.tuple([
  z.string(),
  z.object({ isNoticed: z.boolean(), test: z.string().optional(), by: z.string(), seconds: z.number() }),
]);

/**
 * Opens the folder of a run. Its name comes from the sources and the options, so that the same run finds it again.
 *
 * @throws Error if the folder that was named has another run.
 */
export async function openRunFolder(root: string, options: MutateOptions): Promise<RunFolder> {
  const stamp = await stampOf(root, options);
  // Not `copydesk-*`: whoever tidies up after interrupted tests removes those.
  const folder = path.resolve(options.folder ?? path.join(tmpdir(), 'mutate', stamp));
  await mkdir(folder, { recursive: true });
  const stampFile = path.join(folder, 'stamp');
  const placesFile = path.join(folder, 'places.json');
  const verdictsFile = path.join(folder, 'verdicts.jsonl');
  const before = await readFile(stampFile, 'utf8').catch(() => stamp);
  if (before !== stamp)
    throw new Error(`${folder} has a run of other sources or options: name another folder, or remove it`);
  await writeFile(stampFile, stamp);
  const verdicts = new Map(
    (await readFile(verdictsFile, 'utf8').catch(() => ''))
      .split('\n')
      .slice(0, -1)
      .map((line) => Kept.parse(JSON.parse(line))),
  );
  return {
    path: folder,
    async places(draw) {
      const kept = await readFile(placesFile, 'utf8').catch(() => undefined);
      if (kept !== undefined) return z.array(Place).parse(JSON.parse(kept));
      const drawn = await draw();
      await writeFile(placesFile, JSON.stringify(drawn, null, 1));
      return drawn;
    },
    async verdict(key, find, isAnew) {
      const known = isAnew ? undefined : verdicts.get(key);
      if (known !== undefined) return known;
      const found = await find();
      await appendFile(verdictsFile, `${JSON.stringify([key, found])}\n`);
      return found;
    },
  };
}

async function stampOf(root: string, { places, seed, tests, sources, before = '' }: MutateOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify({ places, seed, tests, sources, before }));
  hash.update(await git(root, 'rev-parse', 'HEAD'));
  for (const file of await changedFiles(root)) {
    hash.update(`\0${file}\0`).update(await readFile(path.join(root, file)).catch(() => 'deleted'));
  }
  return hash.digest('hex').slice(0, 12);
}
