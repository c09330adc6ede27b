import { openDocs } from '../../../server/src/docs/engine.ts';
import type { Git } from '../../../server/src/workspace/git/git.ts';
import type { GitDocs } from './git-docs.ts';

/** An address that a page once had, and where its content is now according to git. */
export interface Planted {
  /** As readers requested it then. */
  address: string;
  /** The file of the page now; undefined for one that was removed permanently. */
  page: string | undefined;
  /** The path of its file when it had that address. */
  was: string;
}

export interface Place {
  git: Git;
  gitDirectory: string;
  docs: GitDocs;
  head: string;
  folder: string;
  /** How many of the present pages are followed back, and how many of the removed ones are used. */
  sample: number;
}

/**
 * Finds the addresses that pages had before they were moved or removed: follows each page back by `git log --follow`,
 * and takes its address on the site of the commit before. None of this uses the code that is measured.
 */
export async function plant(place: Place): Promise<Planted[]> {
  const engine = openDocs();
  try {
    const present = await engine.of(await place.docs.at(place.head), { folder: place.folder }).addresses();
    const pages = present.map(({ path }) => path);
    const arrived = await arrivedPages(place);
    const followed = spread(
      pages.filter((page) => arrived.has(page)),
      place.sample,
    );
    const moved = (await Promise.all(followed.map((page) => follow(place, page)))).flat();
    const removed = await removedPages(place, new Set(pages));
    const former = [...moved, ...spread(removed, place.sample)];
    const planted: Planted[] = [];
    for (const [before, ofCommit] of Map.groupBy(former, (one) => one.before)) {
      // The docs may have been in another folder then.
      const site = engine.of(await place.docs.at(before), { folder: '' });
      const addresses = new Map((await site.addresses()).map((one) => [one.path, one]));
      planted.push(
        ...ofCommit.flatMap(({ was, page }) => {
          const { base = '', addresses: [usual] = [] } = addresses.get(was) ?? {};
          return usual === undefined ? [] : [{ address: base + usual || '/', page, was }];
        }),
      );
    }
    return planted;
  } finally {
    await engine.close();
  }
}

/** Finds the files that were moved to their place, since only these have an earlier path to follow. */
async function arrivedPages(place: Place): Promise<Set<string>> {
  const commits = await logOf(place, ['-M', '--diff-filter=R', '--', '*.md', '*.mdx']);
  return new Set(
    commits.flatMap(({ files }) => [...files.matchAll(/^R\d*\t[^\t\n]+\t(.+)$/gm)].map(([, to = '']) => to)),
  );
}

interface Former {
  was: string;
  page: string | undefined;
  /** The commit before the one that removed it. */
  before: string;
}

/** Returns none where git needs a file for it that the mirror does not have. */
async function follow(place: Place, page: string): Promise<Former[]> {
  const commits = await logOf(place, ['--follow', '-M', '--diff-filter=R', '--', page]).catch(() => []);
  return commits.flatMap(({ before, files }) => {
    const [, was] = /^R\d*\t([^\t\n]+)\t/m.exec(files) ?? [];
    return was === undefined ? [] : [{ was, page, before }];
  });
}

/** Finds files that were removed in a commit in which git finds them nowhere else. */
async function removedPages(place: Place, pages: ReadonlySet<string>): Promise<Former[]> {
  const where = ['*.md', '*.mdx'].map((pattern) => (place.folder === '' ? pattern : `${place.folder}/${pattern}`));
  const seen = new Set(pages);
  const commits = await logOf(place, ['-M', '--diff-filter=D', '--', ...where]);
  return commits.flatMap(({ before, files }) =>
    [...files.matchAll(/^D\t(.+)$/gm)].flatMap(([, was = '']): Former[] => {
      if (seen.has(was)) return [];
      seen.add(was);
      return [{ was, page: undefined, before }];
    }),
  );
}

async function logOf(
  { git, gitDirectory, head }: Place,
  options: string[],
): Promise<{ before: string; files: string }[]> {
  const [first = '', ...others] = options;
  const command = ['-c', 'core.quotePath=false', 'log', first, '--name-status', '--format=%x01%P', head, ...others];
  const { stdout } = await git.run(headLast(command, head), { gitDirectory, timeoutMilliseconds: 300_000 });
  return stdout
    .toString()
    .split('\x01')
    .flatMap((part) => {
      const [, before] = /^([0-9a-f]{40})/.exec(part) ?? [];
      return before === undefined ? [] : [{ before, files: part }];
    });
}

/** Puts the commit after all options, and before the paths. */
function headLast(command: string[], head: string): string[] {
  const without = command.filter((word) => word !== head);
  return without.toSpliced(without.indexOf('--'), 0, head);
}

/** Returns so many of them, evenly spread. */
export function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).flatMap((one) =>
    one === undefined ? [] : [one],
  );
}
