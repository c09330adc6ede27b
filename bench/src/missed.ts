import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDocs } from '../../server/src/docs/engine.ts';
import type { MissedFinding, PageMove } from '../../server/src/docs/engine.ts';
import { openGit } from '../../server/src/workspace/git/git.ts';
import { listMoves } from '../../server/src/workspace/history/moves.ts';
import { openWorkspace } from '../../server/src/workspace/workspace.ts';
import { generateDocs } from './checks/generate-docs.ts';
import { generatedKinds } from './checks/site-kinds.ts';
import { formatRows, isMissed, median, type Row } from './support/figures.ts';
import { openGitDocs } from './missed/git-docs.ts';
import { plant, type Planted } from './missed/plant.ts';

const help = `Measures what it costs to decide about addresses that were not found, and with repositories, how often it is right.
Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:missed -- [options] [<git directory>[:<folder of the docs>]...]

  --pages <number>    size of the generated site (5000)
  --paths <number>    addresses to decide about (2000)
  --sample <number>   moved and removed pages of each repository that are looked at (100)
  --help              this text`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '5000' },
    paths: { type: 'string', default: '2000' },
    sample: { type: 'string', default: '100' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else {
  console.log(`${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`);
  const rows = positionals.length === 0 ? await measureCost() : await measureTruth(positionals);
  console.log(formatRows(rows));
  if (rows.some(isMissed)) process.exitCode = 1;
}

/** Measures the cost when a history of moves explains half of the addresses, and none explains the others. */
async function measureCost(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-bench-'));
  const docs = openDocs();
  try {
    const [kind] = generatedKinds;
    if (kind === undefined) throw new Error('there is no kind of site to generate');
    const { repository: location } = await generateDocs(folder, kind, {
      pages: Number(values.pages),
      broken: 0,
      seed: 1,
    });
    const workspace = openWorkspace({ directory: path.join(folder, 'clones') });
    const repository = await workspace.repository({ id: 'bench', kind: 'path', location });
    const head = (await repository.head('main')) ?? '';
    const site = docs.of(await repository.openTree(head), { folder: '' });
    const pages = await site.addresses();
    const count = Number(values.paths);
    const moves = pages.slice(0, count / 2).map(({ path: to }): PageMove => {
      return { from: to.replace(/(?=[^/]+$)/, 'old/'), to, commit: head, at: new Date(0), by: 'renamed' };
    });
    const asked = Array.from({ length: count }, (_, index) => {
      const address = pages[index % pages.length]?.addresses[0] ?? '';
      return {
        address: index < count / 2 ? address.replace(/(?=[^/]+$)/, 'old/') : `/was${address}-and-more`,
        views: 20,
      };
    });
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const start = performance.now();
      await site.planMissed({ asked, moves });
      times.push(performance.now() - start);
    }
    const name = `${count} addresses on ${pages.length} pages`;
    return [{ name, value: median(times), unit: 'ms', atMost: 2000 }];
  } finally {
    await docs.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Judged {
  explained: number;
  right: number;
}

async function measureTruth(repositories: string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const all: Judged = { explained: 0, right: 0 };
  for (const place of repositories) {
    const [gitDirectory = '', folder = ''] = place.split(':');
    const { explained, right } = await judge(gitDirectory, folder);
    all.explained += explained;
    all.right += right;
    rows.push({
      name: `${place}: right of ${explained} that a move explains`,
      value: (100 * right) / explained,
      unit: '%',
    });
  }
  const total = `right of all ${all.explained} that a move explains`;
  return [...rows, { name: total, value: (100 * all.right) / all.explained, unit: '%', atLeast: 95 }];
}

async function judge(gitDirectory: string, folder: string): Promise<Judged> {
  const git = openGit(process.env);
  const trees = openGitDocs(git, gitDirectory);
  const docs = openDocs();
  try {
    const head = (await git.run(['rev-parse', 'HEAD'], { gitDirectory })).stdout.toString().trim();
    const planted = await plant({ git, gitDirectory, docs: trees, head, folder, sample: Number(values.sample) });
    const site = docs.of(await trees.at(head), { folder });
    const base = (await site.addresses())[0]?.base ?? '';
    const asked = planted.map(({ address }) => ({ address: below(base, address), views: 20 }));
    const found = await site.planMissed({ asked, moves: await listMoves(git, gitDirectory, head) });
    return judged(planted, found);
  } finally {
    await docs.close();
    await trees.close();
  }
}

/**
 * Ignores addresses that exist or are redirected already. When several pages had the same address, each of them is a
 * correct answer.
 */
function judged(planted: Planted[], found: MissedFinding[]): Judged {
  const ends = Map.groupBy(planted, ({ address }) => address);
  const rows = planted
    .map(({ address, page }, index) => ({ address, page, finding: found[index] }))
    .filter(
      ({ page, finding }) =>
        page !== undefined && finding !== undefined && !/\balready\b|\bnow\b/.test(finding.evidence),
    );
  const right = rows.filter(({ address, finding }) =>
    ends.get(address)?.some(({ page }) => page !== undefined && page === finding?.to?.path),
  );
  for (const { address, page, finding } of rows.filter((row) => !right.includes(row)))
    console.log(`${address} is ${page ?? ''} now, and not ${finding?.to?.path ?? finding?.decision ?? ''}`);
  return { explained: rows.length, right: right.length };
}

function below(base: string, address: string): string {
  return base !== '' && address.startsWith(`${base}/`) ? address.slice(base.length) : address;
}
