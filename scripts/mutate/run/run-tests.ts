import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderInMemory } from '../../../server/test/support/memory-disk.ts';
import { runVariable } from '../vitest/run-settings.ts';
import type { RunSettings } from '../vitest/run-settings.ts';
import { endAll, endThoseOf } from './processes.ts';
import { readReport } from './report-line.ts';
import type { ReportedFile, ReportLine } from './report-line.ts';

/** Tests to run in a copy. */
export interface Asked extends Omit<RunSettings, 'report'> {
  projects: readonly string[];
  limitSeconds: number;
  /** Runs for each test file that has ended. */
  onFile?: (file: ReportedFile) => void;
}

export interface Ran {
  files: ReportedFile[];
  /** `stopped`: the time limit was over. `failed` without a failed file: something failed outside of the tests. */
  outcome: 'passed' | 'failed' | 'stopped';
  /** What failed outside of the tests. */
  error: string;
  seconds: number;
}

/** How the process of a run ended. */
export interface Ended {
  isStopped: boolean;
  how: string;
}

const pollMilliseconds = 1000;
const keptOutput = 4000;

/** Runs tests in a process group of its own, with a temporary folder of its own, and leaves nothing of them behind. */
export async function runTests({ projects, limitSeconds, onFile = () => {}, ...settings }: Asked): Promise<Ran> {
  const began = performance.now();
  // Short, because the path of a socket within it has at most 107 bytes.
  const folder = await mkdtemp(path.join(folderInMemory(), 'mutate-'));
  // PostgreSQL runs as another user where the tests run as root, and has to pass through.
  await chmod(folder, 0o711);
  const report = path.join(folder, 'report.jsonl');
  let told = 0;
  const follow = async (): Promise<ReportLine[]> => {
    const lines = readReport(await readFile(report, 'utf8'));
    for (const line of lines.slice(told)) if (line.is === 'file') onFile(line);
    told = Math.max(told, lines.length);
    return lines;
  };
  const clear = (): void => {
    endThoseOf([folder]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', clear);
  try {
    await mkdir(path.join(folder, 't'));
    await writeFile(report, '');
    const given = path.join(folder, 'run.json');
    await writeFile(given, JSON.stringify({ ...settings, report } satisfies RunSettings));
    const child = startVitest(settings, projects, { TMPDIR: path.join(folder, 't'), [runVariable]: given });
    const output = keepOutput(child);
    const ended = await endInTime(child, limitSeconds, follow);
    const lines = await follow();
    return { ...summarize(lines, ended, output()), seconds: (performance.now() - began) / 1000 };
  } finally {
    process.off('exit', clear);
    clear();
  }
}

function startVitest(
  { root, files }: Pick<Asked, 'root' | 'files'>,
  projects: readonly string[],
  variables: NodeJS.ProcessEnv,
): ChildProcess {
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const named = projects.flatMap((name) => ['--project', name]);
  const words = [program, 'run', '--config', 'scripts/mutate/vitest/config.ts', ...named, ...files];
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  const env = { ...process.env, PATH, ...variables };
  return spawn(process.execPath, words, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Keeps the end of what a process writes. */
function keepOutput(child: ChildProcess): () => string {
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = `${kept}${text}`.slice(-keptOutput);
    });
  }
  return () => kept;
}

/** Waits for the end of a process, and ends it after the time limit. Returns whether it had to, and how it ended. */
async function endInTime(child: ChildProcess, seconds: number, follow: () => Promise<unknown>): Promise<Ended> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<string>();
  child.once('exit', (code, signal) => resolve(`vitest ended with ${signal ?? code}`));
  child.once('error', reject);
  let isStopped = false;
  const stop = (): void => {
    if (child.pid !== undefined) endAll(child.pid);
  };
  const limit = setTimeout(() => {
    isStopped = true;
    stop();
  }, seconds * 1000);
  const poll = setInterval(() => void follow().catch(() => {}), pollMilliseconds);
  process.once('exit', stop);
  try {
    const how = await ended;
    return { isStopped, how };
  } finally {
    clearTimeout(limit);
    clearInterval(poll);
    process.off('exit', stop);
  }
}

/** Returns what a run says of itself; `output` is the end of what it wrote. */
export function summarize(
  lines: readonly ReportLine[],
  { isStopped, how }: Ended,
  output: string,
): Omit<Ran, 'seconds'> {
  const files = lines.filter((line) => line.is === 'file');
  const end = lines.find((line) => line.is === 'end');
  if (end === undefined) return { files, outcome: isStopped ? 'stopped' : 'failed', error: `${how}\n${output}` };
  if (end.reason === 'passed' && end.errors.length === 0) return { files, outcome: 'passed', error: '' };
  const hasFailed = end.errors.length > 0 || files.some(({ failed }) => failed);
  return { files, outcome: 'failed', error: hasFailed ? end.errors.join('\n') : output };
}
