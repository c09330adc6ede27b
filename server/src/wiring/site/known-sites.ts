import { setTimeout as delay } from 'node:timers/promises';
import type { KnownSite, PageNeeds } from '../../pages/needs.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { openBackgroundReads } from '../job/background-reads.ts';
import { repositoryOf } from '../hosts/repositories.ts';

/** How long a page waits for the first read. */
const patienceMilliseconds = 150;

/**
 * Returns the sites of projects, for pages that would rather leave them out than wait: the first read of a repository
 * may have to fetch it. It continues meanwhile, and the next page has it.
 */
export function knownSites(app: App): PageNeeds['siteOf'] {
  const reads = openBackgroundReads(app, (project) => readSite(app, project));
  return async (project) => {
    const read = reads(project);
    if (read.value === undefined)
      await Promise.race([read.reading, delay(patienceMilliseconds, undefined, { ref: false })]);
    return read.value;
  };
}

async function readSite(app: App, project: Project): Promise<KnownSite | undefined> {
  const repository = await repositoryOf(app, project);
  const head = (await repository.head(project.ref)) ?? (await fetchedHead(repository, project.ref));
  if (head === undefined) return undefined;
  const docs = app.docs.of(await repository.openTree(head), { folder: project.docsFolder });
  const { label, isRecognised, pages } = await docs.site();
  return { label, isRecognised, pages };
}

type Repository = Awaited<ReturnType<typeof repositoryOf>>;

async function fetchedHead(repository: Repository, ref: string): Promise<string | undefined> {
  await repository.fetch();
  return await repository.head(ref);
}
