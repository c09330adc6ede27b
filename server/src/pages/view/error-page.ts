import { errorGuide, errorTable } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../http/session/viewer.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { shellOf } from './shell.ts';
import type { Site } from './site.ts';

/**
 * Renders an error as a page: what was found, what to do, the id that finds it in the log, and the viewer's navigation.
 */
export function errorPage(site: Site, request: FastifyRequest, error: CopydeskError, viewer?: Viewer): Page {
  const { code, status, message } = error;
  const title = code === 'route_not_found' ? 'No such page' : errorTable[code].title;
  const next = request.method === 'GET' ? request.url : '/';
  return {
    title,
    viewer: viewer && shellOf(viewer),
    main: html`<section class="narrow error">
      <p class="number">${status}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      ${status === 503 && html`<p>Open the page again in a few seconds.</p>`}
      ${status === 500 && html`<p>${errorGuide[code].todo}</p>`}
      <p class="row-actions">
        ${
          viewer === undefined &&
          (status === 401 || status === 403) &&
          html`<a class="button primary" href="${signInAddress(site, next)}">Sign in</a>`
        }
        <a class="button" href="${site.href('/projects')}">To the projects</a>
        <a href="${site.href(`/problems/${code}`)}">What this means</a>
      </p>
      <p class="note">${code} · ${request.id}</p>
    </section>`,
  };
}

/** Returns the address of the sign-in page, which leads on to `next`. */
export function signInAddress(site: Site, next: string): string {
  return `${site.href('/sign-in')}?${new URLSearchParams({ next: site.href(next) }).toString()}`;
}
