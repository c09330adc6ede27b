import { execFile, spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { build } from '../../scripts/build.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { pages } from './tracked-site.ts';

/** A site with the tracker as its proxy, with options from the environment; Next.js compiles all of it. */
const files = {
  'package.json': '{ "private": true, "type": "module" }',
  // The packages are links to where npm has installed them.
  'next.config.js': "export default { turbopack: { root: '/' } };",
  'app/layout.jsx': 'export default function Layout({ children }) { return <html><body>{children}</body></html>; }',
  'app/guide/page.jsx': 'export default function Guide() { return <h1>Guide</h1>; }',
  'app/not-found.jsx': 'export default function Missing() { return <h1>Not here</h1>; }',
  'app/guide.md/route.js': route('/guide.md'),
  'app/guides/next.js/route.js': route('/guides/next.js'),
  'app/api/data/route.js': route('/api/data'),
  'public/style.css': pages['/style.css'].body,
  'proxy.js': `
    import { tracker } from '@copydesk/tracker/next';
    export const proxy = tracker({ url: process.env.DESK_URL, projectId: process.env.PROJECT, key: process.env.DESK_KEY });
  `,
};

function route(page: keyof typeof pages): string {
  const { body, type } = pages[page];
  const init = JSON.stringify({ headers: { 'content-type': type } });
  return `export function GET() { return new Response(${JSON.stringify(body)}, ${init}); }`;
}

export interface NextSite extends AsyncDisposable {
  path: string;
  /** The path of Next.js's program. */
  next: string;
}

/**
 * Builds the site in a temporary folder, with the tracker as published.
 *
 * @param frameworks the folder that contains Next.js and React.
 */
export async function buildNextSite(frameworks: string): Promise<NextSite> {
  const next = path.join(frameworks, 'next/dist/bin/next');
  const folder = await temporaryFolder();
  const modules = path.join(folder.path, 'node_modules');
  await build(path.join(modules, '@copydesk/tracker'));
  for (const name of ['next', 'react', 'react-dom']) {
    await symlink(path.join(frameworks, name), path.join(modules, name));
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder.path, name)), { recursive: true });
    await writeFile(path.join(folder.path, name), text);
  }
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder.path, env: environment({}) });
  return { path: folder.path, next, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

export interface NextServer extends AsyncDisposable {
  url: string;
  /** Its output. */
  output: string[];
}

/** Serves the built site in a separate process; disposing asks it to end, as a deployment does, and waits. */
export async function startNextSite(
  { path: folder, next }: NextSite,
  variables: Record<string, string>,
): Promise<NextServer> {
  const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', '0'], {
    cwd: folder,
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const output: string[] = [];
  createInterface(server.stderr).on('line', (line) => output.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`next start ended: ${output.join('\n')}`)));
    createInterface(server.stdout).on('line', (line) => {
      output.push(line);
      const local = /Local:\s+(http:\S+)/.exec(line)?.[1];
      if (local !== undefined) resolve(local);
    });
  });
  return {
    url,
    output,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ...variables,
  };
}
