import { execFileSync } from 'node:child_process';
import { isTest } from './sources.ts';

/** Measurements of the newest commits. */
export interface MeasuredCommits {
  count: number;
  /** Of the commits that change code, the share that changes tests too. */
  withTests: number;
  median: number;
  p90: number;
}

interface Commit {
  added: number;
  changesCode: boolean;
  changesTests: boolean;
}

const written = /(?:^|\/)(?:package-lock\.json|schema\.sql|schema\.ts|CHANGELOG\.md)$/;

/** Measures the newest `most` commits that are not merges. Generated lines are not counted. */
export function measureCommits(root: string, most: number): MeasuredCommits {
  const options = ['log', '--no-merges', '--numstat', '--format=%x00', `--max-count=${most}`];
  const log = execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const commits = log.split('\0').slice(1).map(readCommit);
  const code = commits.filter(({ changesCode }) => changesCode);
  const added = commits.map((commit) => commit.added).toSorted((a, b) => a - b);
  const at = (share: number): number => added[Math.min(added.length - 1, Math.floor(added.length * share))] ?? 0;
  const withTests = code.filter(({ changesTests }) => changesTests).length / Math.max(1, code.length);
  return { count: commits.length, withTests, median: at(0.5), p90: at(0.9) };
}

function readCommit(text: string): Commit {
  const files = [...text.matchAll(/^(\d+|-)\t(?:\d+|-)\t(.+)$/gm)].map(([, added = '', name = '']) => ({
    added: Number(added) || 0,
    name,
  }));
  const read = files.filter(({ name }) => !written.test(name));
  return {
    added: read.reduce((sum, file) => sum + file.added, 0),
    changesCode: read.some(({ name }) => /\/src\/.*\.(?:ts|js)$/.test(name)),
    changesTests: read.some(({ name }) => isTest(name)),
  };
}
