import type { BrowserPages } from '../../http/services.ts';
import { findViewer, viewerFound } from '../../http/session/viewer.ts';
import { document } from '../view/layout.ts';
import type { Page } from '../view/layout.ts';
import { errorPage } from '../view/error-page.ts';
import { pageHeaders, sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import { siteOf } from '../view/site.ts';
import { landingPage } from './landing.ts';
import { problemPage, problemsPage } from './problems.ts';

/** Renders what browsers get where clients get JSON: the landing page, errors, and their explanations. */
export function browserPages(baseUrl: string): BrowserPages {
  const site = siteOf(baseUrl);
  const text = (page: Page) => ({
    headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' },
    body: document(site, page),
  });
  return {
    async front(services, request, reply, what) {
      // When the viewer cannot be determined, such as while the database is down, the public page is shown.
      const viewer = await findViewer(services, request).catch(() => undefined);
      if (viewer !== undefined) return reply.redirect(site.href('/projects'), 303);
      return sendPage(reply, site, landingPage(site, what));
    },
    async problems(services, request, code) {
      const viewer = await findViewer(services, request).catch(() => undefined);
      const page = code === undefined ? problemsPage(site) : problemPage(site, code);
      return text({ ...page, viewer: viewer && shellOf(viewer) });
    },
    async error(services, error, request) {
      // For an unknown address the viewer was not looked up yet. When the server is in trouble, no further query is
      // made.
      const isAsked = error.status < 500 && error.status !== 401 && error.status !== 429;
      const viewer =
        viewerFound(request) ?? (isAsked ? await findViewer(services, request).catch(() => undefined) : undefined);
      return text(errorPage(site, request, error, viewer));
    },
  };
}
