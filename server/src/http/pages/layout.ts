import { html } from './html.ts';
import type { Html, HtmlValue } from './html.ts';
import { icons } from './icons.ts';
import type { Site } from './site.ts';

export interface Page {
  title: string;
  /** Who is signed in by a session, with the token for the form that ends it. */
  signedIn?: { name: string; formToken: string };
  /** The trail from the product's name to here. */
  trail?: { name: string; href: string }[];
  main: HtmlValue;
}

/** A whole document. Everything works without scripts; there are none. */
export function document(site: Site, page: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${page.title} · Copydesk</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <link
          rel="icon"
          href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%23b4432d'/%3E%3Cpath d='M4 11 8 5l4 6' fill='none' stroke='white' stroke-width='1.8' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"
        />
        <link rel="stylesheet" href="${site.stylesheet}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <nav aria-label="Trail">
            <ol class="trail">
              <li class="brand">
                <a href="${site.href('/projects')}"><span class="mark">${icons.caret}</span>Copydesk</a>
              </li>
              ${page.trail?.map((step) => html`<li><a href="${step.href}">${step.name}</a></li>`)}
            </ol>
          </nav>
          ${page.signedIn && signedIn(site, page.signedIn)}
        </header>
        <main id="main" tabindex="-1">${page.main}</main>
      </body>
    </html> `.markup;
}

function signedIn(site: Site, { name, formToken }: { name: string; formToken: string }): Html {
  return html`<form class="who" method="post" action="${site.href('/sign-out')}">
    <span>${name}</span><input type="hidden" name="token" value="${formToken}" /><button class="quiet" type="submit">
      Sign out
    </button>
  </form>`;
}
