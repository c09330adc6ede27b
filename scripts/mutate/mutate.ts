import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSources } from '../measure/sources.ts';
import { alternateKinds } from './draw/alternate-kinds.ts';
import { drawPlaces } from './draw/draw-places.ts';
import { findBreaks } from './draw/find-breaks.ts';
import type { Break } from './draw/find-breaks.ts';
import { findSame } from './draw/find-same.ts';
import { findCompiling } from './draw/type-check.ts';
import type { MutateOptions } from './options.ts';
import { openProgress } from './progress.ts';
import { readImports } from './reach/imports.ts';
import type { Probed } from './reach/insert-probes.ts';
import { placeLine, report } from './report.ts';
import type { Judged, Verdict } from './report.ts';
import { openRunFolder } from './run-folder.ts';
import type { RunFolder } from './run-folder.ts';
import { cloneCommit, copyRepository, sharePackages } from './run/copy.ts';
import { judge } from './run/judge.ts';
import type { Suite } from './run/suite.ts';
import { prepareSuite } from './run/suite.ts';

const root = path.resolve(import.meta.dirname, '../..');
const product = /^(?:client|contract|server|tracker)\/src\//;

/** Draws places, breaks each, and prints what the tests notice. */
export async function mutate(options: MutateOptions): Promise<void> {
  const { before, only, tests: patterns, seed } = options;
  const kept = await openRunFolder(root, options);
  const say = openProgress(process.stderr);
  say.step(`Seed ${seed}, in ${kept.path}. Copying the repository …`);
  const copies = folders(kept, 'now', options.atOnce);
  for (const copy of copies) await copyRepository(root, copy);
  const places = await kept.places(async () => await draw(copies[0] ?? '', options, say.step));
  const probed = places.map((place, index) => ({ number: index + 1, place }));
  say.step(`${places.length} places. Running all tests once, to see which of them reach these places …`);
  const now = await prepare(kept, 'now', { copies, places: probed, patterns, notice: say.count('test files') });
  tellFailing(now, say.step);
  const old = before === undefined ? undefined : await prepareBefore(kept, options, before, probed, say);

  const asked = probed.filter(({ number }) => only.length === 0 || only.includes(number));
  say.step(`Breaking ${asked.length} places …`);
  const count = say.count('places');
  const judged: Judged[] = [];
  const waiting = alternateKinds(asked);
  const parts = { before: old !== undefined, long: now.tests.has('long') };
  const tell = (): void =>
    console.log(
      `\n${report(
        judged.toSorted((a, b) => a.number - b.number),
        parts,
      )}`,
    );
  process.once('exit', tell);
  count(0, asked.length);
  await Promise.all(
    copies.map(async (copy, index) => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const found = await judgePlace(
          kept,
          one,
          { now, copy, old, oldCopy: old?.suite.copies[index] ?? '' },
          only.length > 0,
        );
        judged.push(found);
        console.log(placeLine(found));
        count(judged.length, asked.length);
      }
    }),
  );
  for (const copy of [...copies, ...(old?.suite.copies ?? [])]) await rm(copy, { recursive: true, force: true });
}

interface Before {
  suite: Suite;
  places: ReadonlyMap<number, Break>;
}

function folders(kept: RunFolder, version: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => path.join(kept.path, 'copies', `${version}-${index + 1}`));
}

async function draw(copy: string, options: MutateOptions, step: (text: string) => void): Promise<Break[]> {
  const sources = readSources(copy, ['*.ts', '*.js']);
  const graph = readImports(sources);
  const meant = sources.filter(
    ({ path: file }) =>
      product.test(file) && (options.sources.length === 0 || options.sources.some((part) => file.includes(part))),
  );
  const all = meant.flatMap(({ path: file, text }) => findBreaks(file, text));
  if (all.length === 0) throw new Error(`No source of the product has ${options.sources.join(' or ')} in its path`);
  step(`${all.length} places in ${meant.length} files. Drawing those that compile …`);
  return await drawPlaces(all, options.places, options.seed, async (some) => await findCompiling(copy, graph, some));
}

async function prepare(
  kept: RunFolder,
  version: string,
  rest: Omit<Parameters<typeof prepareSuite>[0], 'folder' | 'cache'>,
): Promise<Suite> {
  const [folder, cache] = [path.join(kept.path, version), path.join(kept.path, 'module-cache')];
  for (const one of [folder, cache]) await mkdir(one, { recursive: true });
  return await prepareSuite({ ...rest, folder, cache });
}

async function prepareBefore(
  kept: RunFolder,
  { atOnce, tests: patterns }: MutateOptions,
  commit: string,
  probed: readonly Probed[],
  say: ReturnType<typeof openProgress>,
): Promise<Before> {
  say.step(`Copying ${commit} …`);
  // Not the repository's own sources, which may have changed since the places were drawn.
  const [drawnFrom = ''] = folders(kept, 'now', atOnce);
  const copies = folders(kept, 'before', atOnce);
  for (const copy of copies) await copyCommit(copy, commit, copies[0] ?? '');
  const [first = ''] = copies;
  const found: Probed[] = [];
  for (const { number, place } of probed) {
    const [source, other] = await Promise.all(
      [drawnFrom, first].map(async (one) => await readFile(path.join(one, place.file), 'utf8').catch(() => undefined)),
    );
    const same = source === undefined || other === undefined ? undefined : findSame(place, source, other);
    if (same !== undefined) found.push({ number, place: same });
  }
  say.step(`${found.length} of the places are in ${commit}. Running all its tests once …`);
  const suite = await prepare(kept, 'before', { copies, places: found, patterns, notice: say.count('test files') });
  tellFailing(suite, say.step);
  return { suite, places: new Map(found.map(({ number, place }) => [number, place])) };
}

/** The commit may have other packages, and does not have what runs in the tests. */
async function copyCommit(copy: string, commit: string, first: string): Promise<void> {
  await cloneCommit(root, copy, commit);
  const [own, other] = await Promise.all(
    [root, copy].map(async (folder) => await readFile(path.join(folder, 'package-lock.json'), 'utf8')),
  );
  if (own === other) await sharePackages(root, copy);
  else if (copy !== first) await sharePackages(first, copy);
  else await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: copy, maxBuffer: 1 << 28 });
  await cp(path.join(root, 'scripts/mutate'), path.join(copy, 'scripts/mutate'), { recursive: true });
}

function tellFailing({ failing, disturbed }: Suite, step: (text: string) => void): void {
  if (failing.size > 0) step(`These fail on unbroken sources, and are not asked: ${[...failing].join(', ')}`);
  if (disturbed.size > 0)
    step(
      `These fail on sources with probes, and are asked about what they import, and about their workspace: ${[...disturbed].join(', ')}`,
    );
}

async function judgePlace(
  kept: RunFolder,
  one: Probed,
  { now, copy, old, oldCopy }: { now: Suite; copy: string; old: Before | undefined; oldCopy: string },
  isAnew: boolean,
): Promise<Judged> {
  const verdict = async (key: string, find: () => Promise<Verdict>): Promise<Verdict> =>
    await kept.verdict(`${one.number} ${key}`, find, isAnew);
  const quick = await verdict('quick', async () => await judge(now, copy, one, 'quick'));
  const asksLong = !quick.isNoticed && now.tests.has('long');
  const long = asksLong ? await verdict('long', async () => await judge(now, copy, one, 'long')) : undefined;
  const found: Judged = { ...one, quick, ...(long && { long }) };
  const place = old?.places.get(one.number);
  if (old === undefined || place === undefined) return found;
  const first = quick.test ?? long?.test;
  const probed = { number: one.number, place };
  return {
    ...found,
    before: await verdict('before', async () => await judge(old.suite, oldCopy, probed, 'all', first)),
  };
}
