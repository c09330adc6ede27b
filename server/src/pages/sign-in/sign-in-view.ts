import { html } from '../view/html.ts';
import type { Page } from '../view/layout.ts';
import type { Site } from '../view/site.ts';

/** The form for an API key. `refusal` is why the last one was not taken. */
export function signInPage(site: Site, { next, refusal }: { next: string; refusal?: string }): Page {
  return {
    title: 'Sign in',
    main: html`<section class="narrow">
      <h1>Sign in</h1>
      ${refusal !== undefined && html`<p class="refusal" role="alert" id="refusal">${refusal}</p>`}
      <form class="stacked" method="post" action="${site.href('/sign-in')}">
        <input type="hidden" name="next" value="${next}" />
        <label for="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="current-password"
          required
          autofocus
          spellcheck="false"
          ${refusal !== undefined && html` aria-invalid="true"`}
          aria-describedby="${refusal === undefined ? 'hint' : 'refusal hint'}"
        />
        <p class="note" id="hint">
          It begins with <code>desk_</code>. You can do here what the key may do, until it is revoked or you sign out.
        </p>
        <button class="primary" type="submit">Sign in</button>
      </form>
      <p class="note">
        No key? Whoever runs Copydesk can make a link that signs you in: <code>npx copydesk sign-in</code>
      </p>
    </section>`,
  };
}

/** What a link that signs in once leads to. */
export function linkPage(site: Site, { token, next }: { token: string; next: string }): Page {
  return {
    title: 'Sign in',
    main: html`<section class="narrow">
      <h1>Sign in</h1>
      <p>This link signs you in once, in this browser.</p>
      <form class="stacked" method="post" action="${site.href(`/sign-in/${encodeURIComponent(token)}`)}">
        <input type="hidden" name="next" value="${next}" />
        <button class="primary" type="submit" autofocus>Sign in and continue</button>
      </form>
    </section>`,
  };
}

/** What a link that signs in once leads to from then on. */
export function usedLinkPage(site: Site, next: string): Page {
  const signIn = `${site.href('/sign-in')}?${new URLSearchParams({ next }).toString()}`;
  return {
    title: 'The link is used up',
    main: html`<section class="narrow">
      <h1>The link is used up</h1>
      <p>
        This link was used already or has run out. Whoever runs Copydesk makes another one with
        <code>npx copydesk sign-in</code>.
      </p>
      <p><a class="button" href="${signIn}">Sign in with an API key</a></p>
    </section>`,
  };
}
