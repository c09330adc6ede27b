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
}

/** The parts of the style sheet, in order. */
const styles = ['page', 'pull-request', 'files', 'diff', 'lists-and-forms'];

/** Serves the style sheet of the pages. */
export function openSite(app: FastifyInstance, baseUrl: string): Site {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const css = styles.map((name) => readFileSync(new URL(`assets/${name}.css`, import.meta.url), 'utf8')).join('\n');
  const path = `/assets/pages-${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`;
  app.get(path, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(css),
  );
  const href = (target: string) => prefix + target;
  return { secure: base.protocol === 'https:', href, stylesheet: href(path) };
}
