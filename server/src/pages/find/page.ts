import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import type { Found, Hit } from './gather.ts';

const kinds: { is: Hit['kind']; name: string }[] = [
  { is: 'project', name: 'Projects' },
  { is: 'job', name: 'Jobs' },
  { is: 'page', name: 'Pages of the docs' },
];

/** Renders the results by kind. */
export function findMain(site: Site, text: string, { hits, isPartial }: Found): Html {
  return html`<section class="list found">
    <header class="head"><h1>Find</h1></header>
    <form class="found-form" role="search" aria-label="Find" action="${site.href('/find')}">
      <label class="visually-hidden" for="found-text">A project, a job or a page</label>
      <input id="found-text" name="q" type="search" value="${text}" autocomplete="off" />
      <button class="primary" type="submit">Find</button>
    </form>
    ${kinds.map(({ is, name }) =>
      group(
        name,
        hits.filter(({ kind }) => kind === is),
      ),
    )}
    ${hits.length === 0 && noResults(text)}
    ${isPartial && html`<p class="note">Pages of the docs are missing here: the search for them took too long. Type more of the path.</p>`}
  </section>`;
}

function group(name: string, hits: Hit[]): Html | undefined {
  if (hits.length === 0) return undefined;
  return html`<section aria-label="${name}">
    <h2>${name}</h2>
    <ol class="rows plain card">
      ${hits.map(
        ({ title, detail, href }) =>
          html`<li>
            <div>
              <a class="title" href="${href}"><bdi>${title}</bdi></a
              ><span class="meta"><bdi>${detail}</bdi></span>
            </div>
          </li>`,
      )}
    </ol>
  </section>`;
}

function noResults(text: string): Html {
  const hint = 'The search finds projects by name, jobs by words of the prompt or by id, and pages by path.';
  if (text.trim() === '') return html`<p class="empty">${hint}</p>`;
  return html`<div class="empty">
    <h2>Nothing contains “<bdi>${text}</bdi>”</h2>
    <p>${hint}</p>
  </div>`;
}
