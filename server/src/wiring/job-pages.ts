import type { JobPages, JobPagesQuery } from '@copydesk/contract';
import type { DocsEngine } from '../docs/engine.ts';
import { readFiles } from '../jobs/run/journal.ts';
import { readProgress } from '../jobs/read/read.ts';
import { maskingOf } from '../leaks/masking.ts';
import type { Database } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';
import type { Repository } from '../workspace/workspace.ts';
import { sizeOf } from './readability.ts';

const mostPages = 300;

interface JobPagesSources {
  db: Database;
  docs: DocsEngine;
  openRepository: () => Promise<Repository>;
}

/**
 * Returns the pages that a job changes as AI readers get them, before and after: its branch compared with where the
 * branch began. While a turn is in progress, the files of the journal are applied on top.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function readJobPages(
  { db, docs, openRepository }: JobPagesSources,
  { docsFolder: folder, readabilityOff }: Pick<Project, 'docsFolder' | 'readabilityOff'>,
  jobId: string,
  { path: only }: JobPagesQuery,
): Promise<JobPages> {
  const progress = await readProgress(db, jobId);
  const { branchBase: baseCommit, branchHead } = progress;
  const files = await readFiles(db, jobId);
  const headCommit = files.length === 0 ? branchHead : null;
  const base = progress.baseCommit ?? branchHead;
  if (baseCommit === null || base === null || (files.length === 0 && branchHead === null)) {
    return { baseCommit, headCommit, pages: [], pagesInAll: 0, warnings: [] };
  }
  const repository = await openRepository();
  const before = await repository.openTree(baseCommit);
  const after = await repository.openTree(headCommit ?? base, { changes: files });
  const compared = await docs.compareReaders({ before, after, folder });
  const shown = compared.pages.filter(({ path }) => only === undefined || path === only).slice(0, mostPages);
  const off = new Set<string>(readabilityOff);
  const warnings = compared.warnings.filter(
    ({ rule, path }) => !off.has(rule) && (only === undefined || path === only),
  );
  return {
    baseCommit,
    headCommit,
    pages: await Promise.all(shown.map(async (page) => await present(page, only !== undefined))),
    pagesInAll: compared.pages.length,
    warnings,
  };
}

type Compared = Awaited<ReturnType<DocsEngine['compareReaders']>>['pages'][number];

async function present({ path, before, after }: Compared, withText: boolean): Promise<JobPages['pages'][number]> {
  const refused = [after, before].find((page) => page?.kind === 'refused');
  return {
    path,
    before: await readerPage(before, withText),
    after: await readerPage(after, withText),
    why: refused?.kind === 'refused' ? refused.message : null,
  };
}

async function readerPage(page: Compared['after'], withText: boolean): Promise<JobPages['pages'][number]['after']> {
  if (page?.kind !== 'known') return null;
  const { text, lost } = page.value;
  // What contains a secret is not delivered, but stays in the journal until a message has it corrected.
  const [masked = ''] = withText ? await maskingOf(async () => [])([text]) : [];
  return { ...sizeOf(text.length), lost, text: withText ? masked : null };
}
