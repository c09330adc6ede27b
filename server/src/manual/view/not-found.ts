import { html } from '../../pages/view/html.ts';
import type { Page } from '../../pages/view/layout.ts';
import type { Site } from '../../pages/view/site.ts';
import type { Manual } from '../manual.ts';
import type { ManualPage } from '../page.ts';
import { docsHref, framedPage } from './frame.ts';

/** Renders the page for an address that does not exist in the docs, with pages that may be meant. */
export function notFoundView(site: Site, { contents }: Manual, near: ManualPage[]): Page {
  return framedPage(site, contents, {
    title: 'No such page · Docs',
    slug: undefined,
    main: html`<article class="prose">
      <p class="number">404</p>
      <h1>No such page</h1>
      <p>There is no page of the docs at this address.</p>
      ${
        near.length > 0 &&
        html`<h2>You may look for</h2>
          <ul class="near">
            ${near.map(
              ({ slug, title, description }) =>
                html`<li><a href="${docsHref(site, slug)}">${title}</a>: ${description}</li>`,
            )}
          </ul>`
      }
      <p><a href="${docsHref(site, '')}">All docs from the beginning</a></p>
    </article>`,
  });
}
