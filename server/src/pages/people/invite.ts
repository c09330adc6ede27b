import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../http/session/viewer.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { roleField, typedField } from './fields.ts';
import type { Typed } from './fields.ts';

/** Renders the form that asks whom to invite, and with which role. */
export function invitePage(site: Site, viewer: Viewer, typed: Typed): Html {
  return html`<section class="people">
    <header class="page-head">
      <h1>Invite somebody</h1>
      <p class="lead">
        You get a link that signs them in once, within seven days. Copydesk sends no mail: give them the link yourself.
      </p>
    </header>
    <form class="form" method="post" action="${site.href('/people/new')}">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      <input type="hidden" name="once" value="${typed.values.once ?? randomUUID()}" />
      ${typedField(typed, {
        name: 'name',
        label: 'Name',
        isRequired: true,
        maximumLength: 100,
        hasFocus: true,
      })}
      ${typedField(typed, {
        name: 'email',
        label: 'E-mail address',
        isOptional: true,
        type: 'email',
        hint: 'With it they can sign in by a password, or by an OpenID provider that has verified it.',
        maximumLength: 320,
      })}
      ${roleField(typed)}
      <p class="row-actions">
        <button class="primary" type="submit">Create the invitation</button>
        <a class="button" href="${site.href('/people')}">Cancel</a>
      </p>
    </form>
  </section>`;
}
