import { setTimeout as delay } from 'node:timers/promises';
import type { KnownSite, PageNeeds } from '../pages/needs.ts';
import type { Project } from '../projects/project.ts';
import type { House } from './house.ts';
import { sourceOf } from './repositories.ts';

/** How long what was seen of a site is told, and how long a page waits for the first look. */
const keptMilliseconds = 10 * 60_000;
const patienceMilliseconds = 150;
const mostKept = 1_000;

interface Look {
  at: number;
  /** What the last look has seen; undefined before, and where a site cannot be looked at. */
  seen: KnownSite | undefined;
  looking: Promise<void>;
}

/**
 * What sites projects have, for pages that would rather say nothing than wait: the first look at a repository may have to
 * fetch it. It goes on meanwhile, and the next page has it.
 */
export function knownSites(house: House): PageNeeds['siteOf'] {
  const known = new Map<string, Look>();
  const begin = (project: Project, before: Look | undefined): Look => {
    const look: Look = { at: Date.now(), seen: before?.seen, looking: Promise.resolve() };
    look.looking = lookAt(house, project)
      .then((seen) => void (look.seen = seen))
      .catch((error: unknown) => house.log.debug({ err: error, project: project.id }, 'the site was not looked at'));
    known.delete(project.id);
    known.set(project.id, look);
    for (const [oldest] of known) if (known.size > mostKept) known.delete(oldest);
    return look;
  };
  return async (project) => {
    const before = known.get(project.id);
    const isFresh = before !== undefined && before.at > Date.now() - keptMilliseconds;
    const look = isFresh ? before : begin(project, before);
    if (look.seen === undefined)
      await Promise.race([look.looking, delay(patienceMilliseconds, undefined, { ref: false })]);
    return look.seen;
  };
}

async function lookAt(house: House, project: Project): Promise<KnownSite | undefined> {
  const repository = await house.workspace.repository(sourceOf(house, project));
  const head = (await repository.head(project.ref)) ?? (await fetchedHead(repository, project.ref));
  if (head === undefined) return undefined;
  const docs = house.docs.of(await repository.openTree(head), { folder: project.docsFolder });
  const { label, isRecognised, pages } = await docs.site();
  return { label, isRecognised, pages };
}

type Repository = Awaited<ReturnType<House['workspace']['repository']>>;

async function fetchedHead(repository: Repository, ref: string): Promise<string | undefined> {
  await repository.fetch();
  return await repository.head(ref);
}
