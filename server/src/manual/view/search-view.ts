import { html } from '../../pages/view/html.ts';
import type { Html } from '../../pages/view/html.ts';
import type { Page } from '../../pages/view/layout.ts';
import type { Site } from '../../pages/view/site.ts';
import type { Contents } from '../contents.ts';
import type { SearchHit } from '../search.ts';
import { docsHref, framedPage } from './frame.ts';

/** Renders the results of a search. It works without scripts. */
export function searchView(site: Site, contents: Contents, asked: string, hits: SearchHit[]): Page {
  return framedPage(site, contents, {
    title: asked === '' ? 'Find in the docs' : `${asked} · Docs`,
    slug: undefined,
    asked,
    main: html`<article class="prose">
      <h1>Find in the docs</h1>
      <form class="found-form" role="search" aria-label="Find" action="${site.href('/docs/search')}">
        <label class="visually-hidden" for="found-text">Words</label>
        <input id="found-text" name="q" type="search" value="${asked}" autocomplete="off" />
        <button class="primary" type="submit">Find</button>
      </form>
      ${hits.length > 0 ? hitList(site, hits) : noHits(asked)}
    </article>`,
  });
}

function hitList(site: Site, hits: SearchHit[]): Html {
  return html`<ol class="hits">
    ${hits.map(
      ({ slug, anchor, page, heading, excerpt }) =>
        html`<li>
          <a href="${docsHref(site, slug, anchor)}">${heading}</a>
          ${anchor !== '' && html`<span class="meta">${page}</span>`}
          <p>${excerpt.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text))}</p>
        </li>`,
    )}
  </ol>`;
}

function noHits(asked: string): Html {
  if (asked === '') return html`<p>The search finds words by their beginnings, in titles before texts.</p>`;
  return html`<p>Nothing contains “<bdi>${asked}</bdi>”. Try fewer words, or one of the pages in the contents.</p>`;
}
