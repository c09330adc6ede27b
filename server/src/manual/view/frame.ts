import { html } from '../../pages/view/html.ts';
import type { Html, HtmlValue } from '../../pages/view/html.ts';
import type { Page } from '../../pages/view/layout.ts';
import type { Site } from '../../pages/view/site.ts';
import type { Contents } from '../contents.ts';

/** Renders what surrounds every page of the docs: the header, the search, and the contents. */
export function framedPage(
  site: Site,
  contents: Contents,
  page: {
    title: string;
    slug: string | undefined;
    head?: HtmlValue;
    main: HtmlValue;
    aside?: HtmlValue;
    asked?: string;
  },
): Page {
  const list = contentsList(site, contents, page.slug);
  return {
    title: page.title,
    head: page.head,
    bar: searchBar(site, page.asked ?? ''),
    frame: (main) =>
      html`<div class="manual">
        <nav class="contents" aria-label="Docs">${list}</nav>
        <details class="contents-menu">
          <summary>Contents</summary>
          <nav aria-label="Docs, folded">${list}</nav>
        </details>
        ${main}${page.aside}
      </div>`,
    main: page.main,
  };
}

function searchBar(site: Site, asked: string): Html {
  return html`<a class="part" href="${site.href('/docs')}">Docs</a>
    <form class="find" role="search" action="${site.href('/docs/search')}">
      <label class="visually-hidden" for="find">Find in the docs</label>
      <input
        id="find"
        name="q"
        type="search"
        value="${asked}"
        placeholder="Find in the docs…"
        autocomplete="off"
        data-shortcut="find"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
    <a class="button quiet" href="${site.href('/projects')}">Open the desk</a>`;
}

function contentsList(site: Site, { groups }: Contents, current: string | undefined): Html[] {
  return groups.map(
    ({ title, items }) =>
      html`<section>
        <h2>${title}</h2>
        <ul>
          ${items.map(
            ({ title: name, slug }) =>
              html`<li>
                <a href="${docsHref(site, slug)}" ${slug === current && html` aria-current="page"`}>${name}</a>
              </li>`,
          )}
        </ul>
      </section>`,
  );
}

/** Returns the address of a page, or of a heading on it. */
export function docsHref(site: Site, slug: string, anchor = ''): string {
  return `${site.href('/docs')}${slug === '' ? '' : `/${slug}`}${anchor === '' ? '' : `#${anchor}`}`;
}
