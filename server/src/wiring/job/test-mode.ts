import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { generateViews } from '../../analytics/generate/generate-views.ts';
import { openViewStore } from '../../analytics/store/store.ts';
import type { TestMode } from '../../http/test-mode-port.ts';
import { ensureTestProject, makeTestProjects, noteTestViews, placeTestRepository } from '../../projects/test-mode.ts';
import type { TestProject } from '../../projects/test-mode.ts';
import { readProject } from '../../projects/project.ts';
import { createKept } from '../../workspace/kept/kept.ts';
import { commitFiles, machineWith } from '../services/create-project.ts';
import type { App } from '../app.ts';
import { keptRepository } from '../hosts/repositories.ts';
import { testDocs } from '../site/test-docs.ts';
import type { Views } from '../views/views.ts';

type Parts = Pick<App, 'db' | 'keptDirectory' | 'machine' | 'log' | 'settings'> & {
  views: Pick<Views, 'classifier' | 'salts'>;
  now: () => Date;
};

/** Prepares what test keys work on: rows, a repository on this machine, page views up to yesterday. */
export function openTestMode(parts: Parts): TestMode {
  const underWay = new Map<string, Promise<void>>();
  return {
    async enter(organisationId, projectId) {
      const project = await ensureTestProject(parts.db, { organisationId, projectId });
      if (project === undefined) return undefined;
      if (isReady(project, parts.now())) return project.id;
      const work = underWay.get(project.id) ?? makeReady(parts, project);
      underWay.set(project.id, work);
      try {
        await work;
      } finally {
        underWay.delete(project.id);
      }
      return project.id;
    },
    makeAll: async (organisationId) => await makeTestProjects(parts.db, organisationId),
  };
}

function isReady({ repository, viewsUntil }: TestProject, now: Date): boolean {
  return repository !== '' && viewsUntil === today(now);
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Two processes at once both do the same: an existing repository stays, and views have ids of their own. */
async function makeReady(parts: Parts, { id, testOf, repository, viewsUntil }: TestProject): Promise<void> {
  if (repository === '') await makeRepository(parts, id);
  const project = await readProject(parts.db, id);
  const until = today(parts.now());
  if (project === undefined || viewsUntil === until) return;
  // A store of its own, because what the others store is measured.
  const { retentionMonths } = parts.settings.views;
  const store = openViewStore({ db: parts.db, log: parts.log, now: parts.now, retentionMonths });
  try {
    const site = { project, seed: testOf ?? id, pages: await listPages() };
    await generateViews({ ...parts.views, store, now: parts.now }, site, { from: viewsUntil ?? undefined, until });
  } finally {
    await store.close();
  }
  await noteTestViews(parts.db, id, until);
}

/** The addresses of the pages that a test project begins with. */
async function listPages(): Promise<string[]> {
  const files = await readdir(testDocs, { recursive: true });
  return files
    .filter((file) => /\.mdx?$/.test(file) && file !== 'AGENTS.md')
    .map(
      (file) =>
        `/${file
          .split(path.sep)
          .join('/')
          .replace(/\.mdx?$/, '')}`,
    )
    .map((address) => (address === '/index' ? '/' : address));
}

async function makeRepository(parts: Parts, projectId: string): Promise<void> {
  const repository = keptRepository(parts, projectId);
  const machineId = await machineWith(parts, { repositoryKind: 'kept' });
  await createKept(repository, { initialBranch: 'main' });
  await commitFiles(repository, 'main', testDocs);
  if (machineId !== null) await placeTestRepository(parts.db, { projectId, repository, machineId });
}
