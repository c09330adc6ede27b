import type { Viewer } from '../../http/session/viewer.ts';
import type { Person } from '../../people/people.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import { roleNames } from './fields.ts';

/** Everybody who may sign in. */
export function peopleMain(site: Site, people: Person[], { viewer, now }: { viewer: Viewer; now: Date }): Html {
  return html`<section class="people">
    <header class="page-head">
      <h1>People</h1>
      <a class="button primary" href="${site.href('/people/new')}">Invite somebody</a>
      <p class="lead">Who may sign in to these pages, and what they may do. Programs use API keys instead.</p>
    </header>
    ${people.length === 0 ? nobody(site) : table(site, people, { viewer, now })}
  </section>`;
}

function nobody(site: Site): Html {
  return html`<div class="panel empty">
    <h2>Nobody has an account yet</h2>
    <p>You are here with an API key. Invite somebody, and hand over the link that signs them in.</p>
    <p><a class="button" href="${site.href('/people/new')}">Invite somebody</a></p>
  </div>`;
}

function table(site: Site, people: Person[], { viewer, now }: { viewer: Viewer; now: Date }): Html {
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
              <td>${joined(person, now)}</td>
              <td>
                ${person.lastSeenAt === null ? html`<span class="meta">never</span>` : relativeTime(person.lastSeenAt, now)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function joined({ joinedAt, createdAt }: Person, now: Date): Html {
  if (joinedAt !== null) return relativeTime(joinedAt, now);
  return html`<span class="chip">invited</span> ${relativeTime(createdAt, now)}`;
}
