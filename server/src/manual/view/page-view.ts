import { html } from '../../pages/view/html.ts';
import type { Html } from '../../pages/view/html.ts';
import type { Page } from '../../pages/view/layout.ts';
import type { Site } from '../../pages/view/site.ts';
import { renderPage } from '../markdown/render.ts';
import type { Heading } from '../markdown/render.ts';
import type { Manual } from '../manual.ts';
import type { ManualPage } from '../page.ts';
import { docsHref, framedPage } from './frame.ts';

/** Renders a page of the docs, with links to the previous and next one. */
export function pageView(site: Site, { contents, pages }: Manual, page: ManualPage): Page {
  const { slug, title, description } = page;
  const { body, headings } = renderPage(page.markdown, { slug, base: site.href('/docs') });
  const markdown = `${docsHref(site, slug === '' ? 'index' : slug)}.md`;
  const order = [...pages.values()];
  const place = order.indexOf(page);
  const inGroup = contents.groups.find(({ items }) => items.some((item) => item.slug === slug));
  return framedPage(site, contents, {
    title: slug === '' ? 'Docs' : `${title} · Docs`,
    slug,
    head: html`<meta name="description" content="${description}" />
      <link rel="alternate" type="text/markdown" href="${markdown}" />`,
    main: html`<article class="prose">
        <p class="where">${inGroup?.title}<a href="${markdown}">Markdown</a></p>
        ${body}
      </article>
      ${neighbourLinks(site, order[place - 1], order[place + 1])}`,
    aside: headingsList(headings),
  });
}

function neighbourLinks(site: Site, before: ManualPage | undefined, after: ManualPage | undefined): Html {
  return html`<nav class="neighbours" aria-label="Pages before and after">
    ${before && html`<a rel="prev" href="${docsHref(site, before.slug)}"><span>Before</span>${before.title}</a>`}
    ${after && html`<a rel="next" class="next" href="${docsHref(site, after.slug)}"><span>Next</span>${after.title}</a>`}
  </nav>`;
}

function headingsList(headings: Heading[]): Html | undefined {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return undefined;
  return html`<nav class="on-page" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${shown.map(({ level, text, id }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}
