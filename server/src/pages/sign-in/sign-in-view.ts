import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { icons } from '../view/icons.ts';
import type { Page } from '../view/layout.ts';
import type { Site } from '../view/site.ts';

interface SignInForm {
  next: string;
  /** The e-mail address that was typed. */
  email?: string;
  /** The form that was sent. */
  by?: 'password' | 'key';
  /** Why it was refused. */
  refusal?: string;
  openIdHost?: string;
}

/** Renders the ways to sign in. */
export function signInPage(site: Site, form: SignInForm): Page {
  const { next, refusal, openIdHost, by } = form;
  return {
    title: 'Sign in',
    main: html`<section class="narrow sign-in">
      <h1>Sign in</h1>
      ${refusal !== undefined && html`<p class="refusal" role="alert" id="refusal">${icons.warning}${refusal}</p>`}
      ${
        openIdHost !== undefined &&
        html`<p class="provider">
            <a class="button primary" href="${openIdAddress(site, next)}">Sign in with <bdi>${openIdHost}</bdi></a>
          </p>
          <p class="or">or</p>`
      }
      ${passwordForm(site, form)}
      <details class="card" ${by === 'key' && html` open`}>
        <summary>Sign in with an API key</summary>
        ${keyForm(site, form)}
      </details>
      <p class="note">
        If you have neither: an owner can create a sign-in link for you, and so can whoever runs Copydesk:
        <code>copydesk sign-in</code>
      </p>
    </section>`,
  };
}

/** Returns the address where sign-in by the OpenID provider begins. */
export function openIdAddress(site: Site, next: string): string {
  return `${site.href('/sign-in/openid')}?${new URLSearchParams({ next }).toString()}`;
}

function passwordForm(site: Site, { next, email, by, refusal, openIdHost }: SignInForm): Html {
  const isRefused = refusal !== undefined && by === 'password';
  const state = isRefused && html` aria-invalid="true" aria-describedby="refusal"`;
  return html`<form class="form" method="post" action="${site.href('/sign-in')}">
    <input type="hidden" name="next" value="${next}" />
    <div class="field">
      <label for="email">E-mail address</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="username"
        required
        ${!isRefused && html` autofocus`}
        ${email !== undefined && html` value="${email}"`}
        ${state}
      />
    </div>
    <div class="field">
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${isRefused && html` autofocus`}
        ${state}
      />
    </div>
    <p><button ${openIdHost === undefined && html`class="primary" `}type="submit">Sign in</button></p>
  </form>`;
}

function keyForm(site: Site, { next, by, refusal }: SignInForm): Html {
  const isRefused = refusal !== undefined && by === 'key';
  return html`<form class="form" method="post" action="${site.href('/sign-in')}">
    <input type="hidden" name="next" value="${next}" />
    <div class="field">
      <label for="key">API key</label>
      <input
        id="key"
        name="key"
        type="password"
        autocomplete="off"
        required
        spellcheck="false"
        ${isRefused && html` aria-invalid="true"`}
        aria-describedby="${isRefused ? 'refusal hint' : 'hint'}"
      />
      <p class="hint" id="hint">
        It begins with <code>desk_</code>. You can do here what the key may do, until it ends or you sign out.
      </p>
    </div>
    <p><button type="submit">Sign in with the key</button></p>
  </form>`;
}

/** Renders the page of a link that signs in once. */
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

/** Renders the page of such a link after it was used. */
export function usedLinkPage(site: Site, next: string): Page {
  return {
    title: 'The link no longer works',
    main: html`<section class="narrow">
      <h1>The link no longer works</h1>
      <p>
        This link was used already or has expired. An owner can create a new one for you, and so can whoever runs
        Copydesk:
        <code>copydesk sign-in</code>
      </p>
      <p><a class="button" href="${signInAddress(site, next)}">Sign in another way</a></p>
    </section>`,
  };
}

/** Renders why somebody who came back from the OpenID provider is not signed in. */
export function openIdRefusalPage(
  site: Site,
  { title, detail, host, next }: { title: string; detail: string; host: string; next: string },
): Page {
  return {
    title,
    main: html`<section class="narrow">
      <h1>${title}</h1>
      <p>${detail}</p>
      <p class="row-actions">
        <a class="button primary" href="${openIdAddress(site, next)}">Try again with <bdi>${host}</bdi></a>
        <a class="button" href="${signInAddress(site, next)}">Sign in another way</a>
      </p>
    </section>`,
  };
}

function signInAddress(site: Site, next: string): string {
  return `${site.href('/sign-in')}?${new URLSearchParams({ next }).toString()}`;
}
