import path from 'node:path';
import { openDocs } from '../../../server/src/docs/engine.ts';
import { openWorkspace } from '../../../server/src/workspace/workspace.ts';

/** What one process has found and used. */
export interface CheckReport {
  /** From the tree to the last problem. */
  milliseconds: number;
  cpuMilliseconds: number;
  peakMegabytes: number;
  problems: { path: string; rule: string; subject: string | undefined }[];
}

// A separate process, so that its memory is only that of the checks: check-process.ts <repository> <data folder>
const [repository = '', data = ''] = process.argv.slice(2);
const workspace = openWorkspace({ directory: path.join(data, 'clones'), allowedProtocols: ['https', 'http', 'file'] });
const docs = openDocs({ kept: { directory: path.join(data, 'docs-facts'), maximumMegabytes: 256 } });
try {
  const clone = await workspace.repository({ id: 'bench', kind: 'path', location: repository });
  const head = await clone.head('main');
  if (head === undefined) throw new Error('The repository has no branch main.');
  const before = process.cpuUsage();
  const start = performance.now();
  const { problems } = await docs.of(await clone.openTree(head), { folder: '' }).check();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const report: CheckReport = {
    milliseconds,
    cpuMilliseconds: (user + system) / 1_000,
    // Linux and macOS report the largest resident set in kilobytes.
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    problems: problems.map(({ path: page, rule, subject }) => ({ path: page, rule, subject })),
  };
  process.send?.(report);
} finally {
  await docs.close();
  await workspace.close();
}
