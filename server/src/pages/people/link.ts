import type { Person } from '../../people/people.ts';
import { copyable } from '../view/copyable.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import { roleNames } from './fields.ts';

/** Renders a sign-in link for somebody, shown this once. */
export function linkMain(
  site: Site,
  { id, name, role }: Person,
  { link, expiresAt, now, what }: { link: string; expiresAt: Date; now: Date; what: 'invited' | 'linked' },
): Html {
  const who = html`<bdi>${name}</bdi>`;
  return html`<section class="people">
    <header class="page-head">
      <h1>${what === 'invited' ? html`${who} was invited` : html`A link for ${who}`}</h1>
      <p class="lead">
        ${what === 'invited' && html`As ${roleNames[role].toLowerCase()}. `}Give them this link: it signs them in, once,
        in the browser that opens it first. It is shown only now.
      </p>
    </header>
    <div class="panel">
      <div class="body">
        ${copyable('link', link)}
        <p class="note">It expires ${relativeTime(expiresAt, now)}. Whoever has it until then can sign in as ${who}.</p>
      </div>
    </div>
    <p class="row-actions">
      <a class="button" href="${site.href('/people')}">All people</a>
      <a class="button" href="${site.href(`/people/${id}`)}">${who}</a>
    </p>
  </section>`;
}
