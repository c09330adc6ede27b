import { html } from './html.ts';
import type { Html, HtmlValue } from './html.ts';
import { icons } from './icons.ts';
import { accountMenu, globalNavigation, projectTabs } from './navigation.ts';
import type { Shell } from './shell.ts';
import type { Site } from './site.ts';

export interface Page extends Shell {
  title: string;
  main: HtmlValue;
  /** Additional content of the document's head. */
  head?: HtmlValue;
  /** Shown at the top instead of the navigation of a signed-in viewer. */
  bar?: HtmlValue;
  /** Wraps the content with what stands beside it. */
  frame?: (main: Html) => Html;
}

/** Renders a whole document. Everything works without scripts; the one script only adds convenience. */
export function document(site: Site, page: Page): string {
  const { project } = page;
  const title = project === undefined ? page.title : `${page.title} · ${project.name}`;
  const main = html`<main id="main" tabindex="-1">${page.notice && notice(page.notice)}${page.main}</main>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Copydesk</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <link
          rel="icon"
          href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%23b4432d'/%3E%3Cpath d='M4 11 8 5l4 6' fill='none' stroke='white' stroke-width='1.8' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"
        />
        ${page.head}
        <link rel="stylesheet" href="${site.stylesheet}" />
        <script type="module" src="${site.script}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <div class="bar">
            <a class="brand" href="${site.href(page.viewer ? '/projects' : '/')}"
              ><span class="mark">${icons.caret}</span>Copydesk</a
            >
            ${page.bar ?? (page.viewer ? signedIn(site, page) : signedOut(site))}
          </div>
          ${project && projectTabs(site, page, project)}
        </header>
        ${page.frame === undefined ? main : page.frame(main)}
      </body>
    </html> `.markup;
}

function signedOut(site: Site): Html {
  return html`<a class="part" href="${site.href('/docs')}">Docs</a>`;
}

function signedIn(site: Site, page: Shell): Html {
  return html`${globalNavigation(site, page)}
    <form class="find" role="search" action="${site.href('/find')}">
      <label class="visually-hidden" for="find">Find a project, a job or a page</label>
      <input id="find" name="q" type="search" placeholder="Find…" autocomplete="off" data-shortcut="find" />
      <kbd aria-hidden="true">/</kbd>
    </form>
    ${accountMenu(site, page)}`;
}

/** Renders what was just done, once above the page. */
function notice(text: string): Html {
  return html`<p class="notice" role="status">${icons.check}<span>${text}</span></p>`;
}
