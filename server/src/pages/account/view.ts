import type { Viewer } from '../../http/session/viewer.ts';
import { shortestPassword } from '../../people/password-rules.ts';
import type { Person } from '../../people/people.ts';
import type { Session, SignInMethod } from '../../people/sessions.ts';
import { roleNames, typedField } from '../people/fields.ts';
import type { Typed } from '../people/fields.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import { browserName } from './browser-name.ts';

interface Shown {
  sessions: Session[];
  viewer: Viewer;
  forms: Record<'name' | 'password', Typed>;
  now: Date;
}

/** Renders a person's own account. */
export function accountMain(site: Site, person: Person, shown: Shown): Html {
  const { viewer, forms, sessions, now } = shown;
  return html`<section class="people">
    <header class="page-head">
      <h1>Your account</h1>
      <p class="lead">${roleNames[person.role]}${person.email !== null && html` · <bdi>${person.email}</bdi>`}</p>
    </header>
    <div class="panels">
      <section class="panel" aria-labelledby="name-heading">
        <header><h2 id="name-heading">Name</h2></header>
        <div class="body">${nameForm(site, viewer, forms.name)}</div>
      </section>
      <section class="panel" aria-labelledby="password-heading">
        <header><h2 id="password-heading">Password</h2></header>
        <div class="body">${passwordPart(site, person, viewer, forms.password)}</div>
      </section>
    </div>
    <section class="panel sessions" aria-labelledby="sessions-heading">
      <header>
        <h2 id="sessions-heading">Where you are signed in</h2>
        ${sessions.length > 1 && endForm(site, viewer, { label: 'End all others' })}
      </header>
      ${sessionTable(site, viewer, sessions, now)}
    </section>
  </section>`;
}

/** Renders the account page for a viewer who signed in with a key. */
export function keyAccountMain({ name, scopes }: Viewer): Html {
  return html`<section class="people">
    <header class="page-head"><h1>Your account</h1></header>
    <div class="panel">
      <div class="body">
        <p>You are signed in with the API key <b>${name}</b>, and can do here what it may do:</p>
        <p>${scopes.map((scope) => html`<span class="chip">${scope}</span> `)}</p>
      </div>
    </div>
  </section>`;
}

function nameForm(site: Site, { formToken }: Viewer, typed: Typed): Html {
  return html`<form class="form" method="post" action="${site.href('/account/name')}">
    <input type="hidden" name="token" value="${formToken}" />
    ${typedField(typed, {
      name: 'name',
      label: 'The name that others see',
      isRequired: true,
      maximumLength: 100,
      autocomplete: 'name',
    })}
    <p><button type="submit">Change the name</button></p>
  </form>`;
}

function passwordPart(site: Site, { email, hasPassword }: Person, { formToken }: Viewer, typed: Typed): Html {
  if (email === null) {
    return html`<p>
      You sign in by links. For a password you need an e-mail address to sign in with: an owner can add yours, on your
      page under People.
    </p>`;
  }
  return html`<form class="form" method="post" action="${site.href('/account/password')}">
    <input type="hidden" name="token" value="${formToken}" />
    <input type="email" name="email" value="${email}" autocomplete="username" hidden aria-label="E-mail address" />
    ${
      hasPassword &&
      typedField(typed, {
        name: 'current',
        label: 'Current password',
        type: 'password',
        isRequired: true,
        autocomplete: 'current-password',
      })
    }
    ${typedField(typed, {
      name: 'password',
      label: hasPassword ? 'New password' : 'Password',
      type: 'password',
      hint: `At least ${shortestPassword} characters: a few words make a good one. Your other sessions end.`,
      isRequired: true,
      minimumLength: shortestPassword,
    })}
    <p><button type="submit">${hasPassword ? 'Change the password' : 'Set the password'}</button></p>
  </form>`;
}

function sessionTable(site: Site, viewer: Viewer, sessions: Session[], now: Date): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Sessions">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col">Signed in</th>
          <th scope="col">By</th>
          <th scope="col">Ends</th>
          <th scope="col"><span class="visually-hidden">What you can do</span></th>
        </tr>
      </thead>
      <tbody>
        ${sessions.map(
          ({ id, userAgent, createdAt, expiresAt, method, isCurrent }) =>
            html`<tr>
              <th scope="row">
                ${browserName(userAgent)} ${isCurrent && html`<span class="chip good">this one</span>`}
              </th>
              <td>${relativeTime(createdAt, now)}</td>
              <td>${methodNames[method]}</td>
              <td>${relativeTime(expiresAt, now)}</td>
              <td class="figure">${!isCurrent && endForm(site, viewer, { label: 'End', id })}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function endForm(site: Site, { formToken }: Viewer, { label, id }: { label: string; id?: string }): Html {
  return html`<form method="post" action="${site.href('/account/sessions/end')}">
    <input type="hidden" name="token" value="${formToken}" />
    ${id !== undefined && html`<input type="hidden" name="session" value="${id}" />`}
    <button class="quiet" type="submit">${label}</button>
  </form>`;
}

const methodNames: Record<SignInMethod, string> = { link: 'a link', password: 'password', oidc: 'OpenID provider' };
