import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Where the pages' parts are found. */
export interface Site {
  /** `http` or `https`, as people see it. */
  secure: boolean;
  /** The address of a path of this server, which may itself stand below a path of a proxy. */
  href(path: string): string;
  /** Address of the style sheet; it changes with its content. */
  stylesheet: string;
  /** Address of the script; it changes with its content. */
  script: string;
}

/** The parts of the style sheet, in order: later ones may say more of what earlier ones have named. */
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
  'jobs',
  'people',
];

/** The parts of the script: custom elements and shortcuts, none of which knows another. */
const scripts = [
  'copy',
  'relative-time',
  'shortcuts',
  'load-part',
  'quiet-form',
  'send-once',
  'chart-hover',
  'own-zone',
  'live-part',
  'live-transcript',
];

/** Serves the style sheet and the script of the pages. */
export function openSite(app: FastifyInstance, baseUrl: string): Site {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const href = (target: string) => prefix + target;
  const css = styles.map((name) => read(`style/${name}.css`)).join('\n');
  // Each part has a scope of its own.
  const script = scripts.map((name) => `{\n${read(`script/${name}.js`)}}\n`).join('');
  return {
    secure: base.protocol === 'https:',
    href,
    stylesheet: href(serve(app, { content: css, ending: 'css', type: 'text/css; charset=utf-8' })),
    script: href(serve(app, { content: script, ending: 'js', type: 'text/javascript; charset=utf-8' })),
  };
}

function read(name: string): string {
  return readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');
}

/** Serves a file under a name that changes with its content, so that browsers may keep it. @returns its path. */
function serve(app: FastifyInstance, file: { content: string; ending: string; type: string }): string {
  const path = `/assets/pages-${createHash('sha256').update(file.content).digest('hex').slice(0, 12)}.${file.ending}`;
  app.get(path, (_request, reply) =>
    reply
      .type(file.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(file.content),
  );
  return path;
}
