import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** The addresses of the pages and their assets. */
export interface Site {
  /** Whether people reach the server by https. */
  secure: boolean;
  /** Returns the address of a path of this server, which may itself be below a path of a proxy. */
  href(path: string): string;
  /** Address of the style sheet; it changes with its content. */
  stylesheet: string;
  /** Address of the script; it changes with its content. */
  script: string;
}

/** The parts of the style sheet, in order: later ones may override earlier ones. */
const styles = [
  'page',
  'shell',
  'parts',
  'pull-request',
  'files',
  'diff',
  'lists-and-forms',
  'keys',
  'readers',
  'projects',
  'jobs',
  'people',
  'public',
  'find',
  'health',
  'manual',
];

/** The parts of the script: custom elements and shortcuts, which are independent of each other. */
const scripts = [
  'copy',
  'relative-time',
  'shortcuts',
  'current-tab',
  'load-part',
  'quiet-form',
  'send-once',
  'chart-hover',
  'own-zone',
  'live-part',
  'live-transcript',
  'find',
];

/** Returns the addresses of a server's pages. */
export function siteOf(baseUrl: string): Site {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const href = (target: string) => prefix + target;
  const { style, script } = assets();
  return {
    secure: base.protocol === 'https:',
    href,
    stylesheet: href(style.path),
    script: href(script.path),
  };
}

/** Serves the style sheet and the script of the pages. */
export function openSite(app: FastifyInstance, baseUrl: string): Site {
  for (const asset of Object.values(assets())) serve(app, asset);
  return siteOf(baseUrl);
}

interface Asset {
  path: string;
  content: string;
  type: string;
}

function assets(): { style: Asset; script: Asset } {
  const css = styles.map((name) => read(`style/${name}.css`)).join('\n');
  // Each part gets its own scope.
  const script = scripts.map((name) => `{\n${read(`script/${name}.js`)}}\n`).join('');
  return {
    style: hashedAsset({ content: css, extension: 'css', type: 'text/css; charset=utf-8' }),
    script: hashedAsset({ content: script, extension: 'js', type: 'text/javascript; charset=utf-8' }),
  };
}

function read(name: string): string {
  return readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');
}

/** Returns a file under a name that changes with its content, so that browsers may cache it. */
function hashedAsset({ content, extension, type }: { content: string; extension: string; type: string }): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/assets/pages-${hash}.${extension}`, content, type };
}

function serve(app: FastifyInstance, { path, content, type }: Asset): void {
  app.get(path, (_request, reply) =>
    reply
      .type(type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(content),
  );
}
