import type { MadeAccess } from '../../desk/made-by.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Person } from '../../people/people.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import { roleField, roleNames, typedField } from './fields.ts';
import type { Typed } from './fields.ts';

/** Renders one person: their details, role, a new link, and their removal. */
export function personMain(
  site: Site,
  person: Person,
  shown: { viewer: Viewer; now: Date; typed?: Typed; refusal?: string; made: MadeAccess },
): Html {
  const { viewer, now, typed, refusal, made } = shown;
  const { name, id } = person;
  return html`<section class="people">
    <header class="page-head">
      <h1><bdi>${name}</bdi></h1>
      ${id === viewer.id && html`<a class="button" href="${site.href('/account')}">Your account</a>`}
    </header>
    ${refusal !== undefined && html`<p class="refusal" role="alert">${icons.warning}<span>${refusal}</span></p>`}
    <div class="panels">
      <section class="panel" aria-labelledby="details">
        <header><h2 id="details">Details</h2></header>
        <div class="body">${changeForm(site, person, viewer, typed)}</div>
      </section>
      <div>
        <section class="panel" aria-labelledby="facts">
          <header><h2 id="facts">Signing in</h2></header>
          <div class="body">${facts(site, person, now)} ${linkForm(site, person, viewer)}</div>
        </section>
        <section class="panel" aria-labelledby="removal">
          <header><h2 id="removal">Remove</h2></header>
          <div class="body">${removeForm(site, person, { viewer, made })}</div>
        </section>
      </div>
    </div>
  </section>`;
}

function changeForm(site: Site, person: Person, viewer: Viewer, typed: Typed | undefined): Html {
  const { id, name, email, role, revision } = person;
  const form = typed ?? { values: { name, email: email ?? '', role }, errors: [] };
  return html`<form class="form" method="post" action="${site.href(`/people/${id}`)}">
    <input type="hidden" name="token" value="${viewer.formToken}" />
    <input type="hidden" name="revision" value="${revision}" />
    ${typedField(form, { name: 'name', label: 'Name', isRequired: true, maximumLength: 100 })}
    ${typedField(form, {
      name: 'email',
      label: 'E-mail address',
      isOptional: true,
      type: 'email',
      maximumLength: 320,
    })}
    ${roleField(form)}
    <p><button class="primary" type="submit">Save</button></p>
  </form>`;
}

function facts(site: Site, person: Person, now: Date): Html {
  const { id, role, joinedAt, createdAt, lastSeenAt, hasPassword, openIdIssuer } = person;
  return html`<dl class="facts">
    <dt>Role</dt>
    <dd>${roleNames[role]}</dd>
    <dt>${joinedAt === null ? 'Invited' : 'Joined'}</dt>
    <dd>${relativeTime(joinedAt ?? createdAt, now)}</dd>
    <dt>Last seen</dt>
    <dd>${lastSeenAt === null ? 'never' : relativeTime(lastSeenAt, now)}</dd>
    <dt>Password</dt>
    <dd>${hasPassword ? 'set' : 'none'}</dd>
    ${
      openIdIssuer !== null &&
      html`<dt>Provider</dt>
        <dd><bdi>${openIdIssuer}</bdi></dd>`
    }
    <dt>Actions</dt>
    <dd><a href="${site.href(`/audit?actor=${id}`)}">What they did</a></dd>
  </dl>`;
}

function linkForm(site: Site, { id }: Person, viewer: Viewer): Html {
  return html`<form class="beneath" method="post" action="${site.href(`/people/${id}/link`)}">
    <input type="hidden" name="token" value="${viewer.formToken}" />
    <button type="submit">Make a new sign-in link</button>
    <p class="hint">It works once, for seven days. Earlier links end.</p>
  </form>`;
}

function removeForm(site: Site, { id, name }: Person, { viewer, made }: { viewer: Viewer; made: MadeAccess }): Html {
  const isOwn = id === viewer.id;
  return html`<p>
      ${isOwn ? 'You are' : html`<bdi>${name}</bdi> is`} signed out everywhere at once, links and password stop working.
      What ${isOwn ? 'you' : 'they'} did stays, in the audit log and on its pages.
    </p>
    <details class="confirm">
      <summary>Remove ${isOwn ? 'yourself' : html`<bdi>${name}</bdi>`}…</summary>
      <form method="post" action="${site.href(`/people/${id}/remove`)}">
        <input type="hidden" name="token" value="${viewer.formToken}" />
        ${madeChoice(made, isOwn ? 'you' : 'they')}
        <button class="danger" type="submit">Remove for good</button>
      </form>
    </details>`;
}

/** How many of each kind are named. The number counts all. */
const mostNamed = 20;

/** Lists what they made that would keep working, with the choice to revoke it. */
function madeChoice({ keys, shares }: MadeAccess, they: string): Html | undefined {
  if (keys.length + shares.length === 0) return undefined;
  return html`${stillWorkingNote(keys, keys.length === 1 ? 'API key' : 'API keys', they)}
    ${stillWorkingNote(shares, shares.length === 1 ? 'share link' : 'share links', they)}
    <div class="choice">
      <input type="checkbox" name="revokeMade" id="revoke-made" value="yes" checked aria-describedby="revoke-hint" />
      <label for="revoke-made">Revoke them too</label>
      <p class="hint" id="revoke-hint">Otherwise whoever has them can still use them.</p>
    </div>`;
}

function stillWorkingNote(made: { name: string }[], what: string, by: string): Html | undefined {
  if (made.length === 0) return undefined;
  const shown = made.slice(0, mostNamed);
  return html`<p>
    ${made.length} ${what} that ${by} made still ${made.length === 1 ? 'works' : 'work'}:
    ${shown.map(({ name }, index) => html`${index > 0 && ', '}<bdi>${name}</bdi>`)}${made.length > shown.length && ' …'}
  </p>`;
}
