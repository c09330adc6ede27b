import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Row } from '../support/figures.ts';
import type { CheckReport } from './check-process.ts';
import type { BrokenLink, GeneratedDocs } from './generate-docs.ts';

/** How long a program took for a site, and what it found. */
export interface Checked {
  /** The whole process, including its start. */
  milliseconds: number;
  found: BrokenLink[];
}

/**
 * Measures the first check of a site in a separate process, and the same check in a second process, which finds the
 * results on disk.
 */
export async function measureOwn(docs: GeneratedDocs, data: string): Promise<{ rows: Row[]; checked: Checked }> {
  const name = `${docs.kind.name}, ${docs.pages.toLocaleString('en')} pages`;
  // Clones the repository, which is not part of a check.
  await checkInProcess(docs.repository, data);
  await rm(path.join(data, 'docs-facts'), { recursive: true });
  const first = await checkInProcess(docs.repository, data);
  const second = await checkInProcess(docs.repository, data);
  const found = foundLinks(docs, first.report);
  const others = first.report.problems.length - found.length;
  const rows: Row[] = [
    { name: `${name}: first check`, value: perSecond(docs, first), unit: 'pages/s', atLeast: 1_500 },
    { name: '  of a second process', value: perSecond(docs, second), unit: 'pages/s' },
    { name: '  processor time of the first', value: first.report.cpuMilliseconds / docs.pages, unit: 'ms/page' },
    { name: '  peak memory', value: first.report.peakMegabytes, unit: 'MB', atMost: 900 },
    { name: '  broken links found', value: (100 * found.length) / docs.broken.length, unit: '%', atLeast: 100 },
    { name: '  problems besides', value: others, unit: '' },
  ];
  return { rows, checked: { milliseconds: first.milliseconds, found } };
}

function foundLinks(docs: GeneratedDocs, { problems }: CheckReport): BrokenLink[] {
  const subjects = new Set(problems.map(({ path: page, subject }) => `${page} ${subject ?? ''}`));
  return docs.broken.filter((link) => subjects.has(`${link.path} ${link.target}`));
}

function perSecond({ pages }: GeneratedDocs, { report }: { report: CheckReport }): number {
  return pages / (report.milliseconds / 1_000);
}

async function checkInProcess(repository: string, data: string) {
  // The command caches the compiled code of its modules, so all processes except the first find it.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(data, 'code') };
  const start = performance.now();
  const child = fork(fileURLToPath(new URL('check-process.ts', import.meta.url)), [repository, data], { env });
  let report: CheckReport | undefined;
  child.once('message', (message: CheckReport) => (report = message));
  await once(child, 'exit');
  if (report === undefined) throw new Error('The process that checks has ended without a report.');
  return { report, milliseconds: performance.now() - start };
}
