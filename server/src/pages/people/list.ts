import type { Viewer } from '../../http/session/viewer.ts';
import type { Person } from '../../people/people.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import { roleNames } from './fields.ts';

/** A page of the people, with the text they were searched by. */
export interface PeopleView {
  people: Person[];
  q: string;
  nextCursor: string | null;
  isFirstPage: boolean;
  viewer: Viewer;
  now: Date;
}

/** With more people than this, the list has a search field. */
const mostWithoutSearch = 8;

/** Renders who may sign in, a page at a time. */
export function peopleMain(site: Site, view: PeopleView): Html {
  const { people, q, nextCursor, isFirstPage } = view;
  const hasSearch = q !== '' || nextCursor !== null || !isFirstPage || people.length > mostWithoutSearch;
  return html`<section class="people">
    <header class="page-head">
      <h1>People</h1>
      <a class="button primary" href="${site.href('/people/new')}">Invite somebody</a>
      <p class="lead">Who may sign in to these pages, and what they may do. Programs use API keys instead.</p>
    </header>
    ${hasSearch && search(site, q)} ${people.length === 0 ? emptyList(site, q) : table(site, view)}
    ${
      (nextCursor !== null || !isFirstPage) &&
      html`<nav class="pager" aria-label="Pages of people">
        ${!isFirstPage && html`<a class="button" href="${listHref(site, q)}">First page</a>`}
        ${nextCursor !== null && html`<a class="button" href="${listHref(site, q, nextCursor)}" rel="next">Next page</a>`}
      </nav>`
    }
  </section>`;
}

function search(site: Site, q: string): Html {
  return html`<form class="project-search" role="search" aria-label="People" action="${site.href('/people')}">
    <label class="visually-hidden" for="people-q">Find somebody by name or e-mail address</label>
    <input
      id="people-q"
      name="q"
      type="search"
      value="${q}"
      placeholder="Name or e-mail address…"
      maxlength="200"
    /><button type="submit">Find</button>
  </form>`;
}

function listHref(site: Site, q: string, cursor?: string): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) }).toString();
  return site.href(`/people${query === '' ? '' : `?${query}`}`);
}

function emptyList(site: Site, q: string): Html {
  if (q !== '') {
    return html`<div class="panel empty">
      <h2>Nobody has “${q}” in their name</h2>
      <p>The search includes e-mail addresses. <a href="${site.href('/people')}">Show everybody</a></p>
    </div>`;
  }
  return html`<div class="panel empty">
    <h2>Nobody has an account yet</h2>
    <p>You are here with an API key. Invite somebody, and give them the link that signs them in.</p>
    <p><a class="button" href="${site.href('/people/new')}">Invite somebody</a></p>
  </div>`;
}

function table(site: Site, { people, viewer, now }: PeopleView): Html {
  return html`<div class="panel scroll" tabindex="0" role="region" aria-label="People">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">E-mail address</th>
          <th scope="col">Joined</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        ${people.map(
          (person) =>
            html`<tr>
              <th scope="row">
                <a href="${site.href(`/people/${person.id}`)}"><bdi>${person.name}</bdi></a>
                ${person.id === viewer.id && html`<span class="chip">you</span>`}
              </th>
              <td><span class="chip role-${person.role}">${roleNames[person.role]}</span></td>
              <td>
                ${person.email === null ? html`<span class="meta">none</span>` : html`<bdi>${person.email}</bdi>`}
              </td>
              <td>${joinedCell(person, now)}</td>
              <td>
                ${person.lastSeenAt === null ? html`<span class="meta">never</span>` : relativeTime(person.lastSeenAt, now)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function joinedCell({ joinedAt, createdAt }: Person, now: Date): Html {
  if (joinedAt !== null) return relativeTime(joinedAt, now);
  return html`<span class="chip">invited</span> ${relativeTime(createdAt, now)}`;
}
