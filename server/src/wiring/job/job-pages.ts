import type { JobPages, JobPagesQuery } from '@copydesk/contract';
import type { DocsEngine } from '../../docs/engine.ts';
import { readFiles } from '../../jobs/run/journal.ts';
import { readProgress } from '../../jobs/read/read.ts';
import { maskingOf } from '../../leaks/masking.ts';
import type { Database } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { sizeOf } from '../site/readability.ts';

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
  const compared = await docs.compareAgentPages({ before, after, folder, only });
  const shown = compared.pages.slice(0, mostPages);
  const off = new Set<string>(readabilityOff);
  const warnings = compared.warnings.filter(({ rule }) => !off.has(rule));
  return {
    baseCommit,
    headCommit,
    pages: await Promise.all(shown.map(present)),
    pagesInAll: compared.pages.length,
    warnings,
  };
}

type Compared = Awaited<ReturnType<DocsEngine['compareAgentPages']>>['pages'][number];

async function present({ path, before, after }: Compared): Promise<JobPages['pages'][number]> {
  const refused = [after, before].find((page) => page?.kind === 'refused');
  return {
    path,
    before: await readerPage(before),
    after: await readerPage(after),
    why: refused?.kind === 'refused' ? refused.message : null,
  };
}

async function readerPage(page: Compared['after']): Promise<JobPages['pages'][number]['after']> {
  if (page?.kind !== 'known') return null;
  const { text, lost, characters } = page.value;
  // What contains a secret is not delivered, but stays in the journal until a message has it corrected.
  const [masked = null] = text === undefined ? [] : await maskingOf(async () => [])([text]);
  return { ...sizeOf(characters), lost, text: masked };
}
