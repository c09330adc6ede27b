import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Row } from '../support/figures.ts';
import type { GeneratedDocs } from './generate-docs.ts';
import type { Checked } from './own.ts';

const run = promisify(execFile);

/** Another program that finds broken links, and the command that runs it on a folder of pages. */
interface OtherTool {
  name: string;
  /**
   * Exact versions. They are installed only for the bench, since they would cost everybody else a hundred megabytes.
   */
  packages: string[];
  command(modules: string, site: string): string[];
  /** Whether it checks anchors, too. */
  anchors: boolean;
}

const tools: OtherTool[] = [
  {
    name: 'remark-validate-links',
    packages: ['remark-cli@12.0.1', 'remark-gfm@4.0.1', 'remark-frontmatter@5.0.0', 'remark-validate-links@13.1.0'],
    command: (modules, site) => [
      path.join(modules, 'remark-cli/cli.js'),
      path.join(site, 'docs'),
      '--quiet',
      '--no-stdout',
      '--no-config',
      ...['remark-gfm', 'remark-frontmatter'].flatMap((plugin) => ['--use', path.join(modules, plugin, 'index.js')]),
      '--use',
      `${path.join(modules, 'remark-validate-links/index.js')}=repository:false`,
    ],
    anchors: true,
  },
  {
    name: 'a build by VitePress',
    packages: ['vitepress@1.6.4'],
    command: (modules, site) => [path.join(modules, 'vitepress/bin/vitepress.js'), 'build', path.join(site, 'docs')],
    anchors: false,
  },
];

/** Runs the other programs on the same pages. Reports how many times longer they take, and what they find. */
export async function measureOthers(docs: GeneratedDocs, own: Checked, directory: string): Promise<Row[]> {
  const site = path.join(directory, 'checked-out');
  await run('git', ['clone', '--quiet', docs.repository, site]);
  const rows: Row[] = [];
  for (const tool of tools) {
    const modules = await install(tool, path.join(directory, tool.packages[0] ?? ''));
    // The first run lets it cache its compiled code, as Copydesk does.
    await runTool(tool, modules, site);
    const { milliseconds, output } = await runTool(tool, modules, site);
    const asked = docs.broken.filter(({ what }) => tool.anchors || what === 'page');
    const found = asked.filter(({ mark }) => new RegExp(`\\b${mark}\\b`).test(output));
    const both = own.found.filter((link) => asked.includes(link));
    const times = milliseconds / own.milliseconds;
    rows.push(
      { name: `${tool.name}, ${docs.pages} pages of ${docs.kind.name}`, value: milliseconds / 1_000, unit: 's' },
      { name: '  times as long as Copydesk, both as whole processes', value: times, unit: '', atLeast: 5 },
      { name: '  broken links found', value: (100 * found.length) / asked.length, unit: '%' },
      {
        name: '  of the same found by Copydesk',
        value: (100 * both.length) / asked.length,
        unit: '%',
        atLeast: (100 * found.length) / asked.length,
      },
    );
  }
  return rows;
}

async function install({ packages }: OtherTool, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], { cwd: folder });
  return path.join(folder, 'node_modules');
}

/** Both exit with an error when links are broken, so only their output counts. */
async function runTool(tool: OtherTool, modules: string, site: string) {
  const start = performance.now();
  const child = spawn(process.execPath, tool.command(modules, site), {
    cwd: site,
    env: {
      PATH: process.env.PATH,
      HOME: site,
      NODE_OPTIONS: '--max-old-space-size=4096',
      NODE_COMPILE_CACHE: path.join(modules, '.cache/code'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  await once(child, 'close');
  return { milliseconds: performance.now() - start, output: Buffer.concat(output).toString() };
}
