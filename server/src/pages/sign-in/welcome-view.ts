import { shortestPassword } from '../../people/password-rules.ts';
import { typedField } from '../people/fields.ts';
import type { Typed } from '../people/fields.ts';
import { html } from '../view/html.ts';
import type { Page } from '../view/layout.ts';
import type { Site } from '../view/site.ts';

/** Asks the first owner for their name and address. */
export function welcomePage(site: Site, token: string, typed: Typed): Page {
  return {
    title: 'Welcome',
    main: html`<section class="narrow">
      <h1>Welcome to Copydesk</h1>
      <p>Nobody has an account here yet. You become the owner: you may do everything, and invite others.</p>
      <form class="form" method="post" action="${site.href(`/welcome/${encodeURIComponent(token)}`)}">
        ${typedField(typed, {
          name: 'name',
          label: 'Your name',
          hint: 'Others see it beside what you do.',
          isRequired: true,
          maximumLength: 100,
          autocomplete: 'name',
          hasFocus: true,
        })}
        ${typedField(typed, {
          name: 'email',
          label: 'E-mail address',
          isOptional: true,
          type: 'email',
          hint: 'You sign in with it. Nothing is ever sent there.',
          maximumLength: 320,
          autocomplete: 'username',
        })}
        ${typedField(typed, {
          name: 'password',
          label: 'Password',
          isOptional: true,
          type: 'password',
          hint: html`At least ${shortestPassword} characters. Without e-mail address and password you sign in by links
            that <code>copydesk sign-in</code> prints.`,
          minimumLength: shortestPassword,
        })}
        <p><button class="primary" type="submit">Create the account</button></p>
      </form>
    </section>`,
  };
}

/** Renders the page of the link after it was used. */
export function usedWelcomePage(site: Site): Page {
  return {
    title: 'The link no longer works',
    main: html`<section class="narrow">
      <h1>The link no longer works</h1>
      <p>
        It creates the first owner, once, within an hour. As long as there is no owner, each start of the server prints
        a new link; <code>copydesk sign-in</code> makes one at any time.
      </p>
      <p><a class="button" href="${site.href('/sign-in')}">Sign in</a></p>
    </section>`,
  };
}
