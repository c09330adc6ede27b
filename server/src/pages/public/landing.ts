import { html } from '../view/html.ts';
import type { Page } from '../view/layout.ts';
import type { Site } from '../view/site.ts';

/** Renders the front page of the server, for people who have not signed in. */
export function landingPage(site: Site, what: string): Page {
  return {
    title: 'Docs in git, edited on request',
    main: html`<section class="landing">
      <h1>Docs in git, edited on request</h1>
      <p class="lead">${what}</p>
      <p class="row-actions">
        <a class="button primary" href="${site.href('/sign-in')}">Sign in</a>
        <a class="button" href="${site.href('/docs')}">Read the docs</a>
      </p>
      <div class="panels">
        <section class="panel">
          <header><h2>Say what to change</h2></header>
          <div class="body">
            <p>
              A job reads the docs, edits the pages, and checks links, navigation and redirects before anybody sees the
              change.
            </p>
          </div>
        </section>
        <section class="panel">
          <header><h2>Review it where you work</h2></header>
          <div class="body">
            <p>
              Each change is a pull request, at your code host or here. A comment or a message lets the job continue.
            </p>
          </div>
        </section>
        <section class="panel">
          <header><h2>See who reads</h2></header>
          <div class="body">
            <p>Page views of people and of AI agents apart, without cookies, and the paths that were not found.</p>
          </div>
        </section>
      </div>
      <p class="note">
        For programs: <a href="${site.href('/docs/reference')}">the API</a>, also as
        <a href="${site.href('/openapi.json')}">OpenAPI</a>, with an API key in <code>Authorization: Bearer …</code>.
        <a href="${site.href('/problems')}">Every error code</a> is explained. For models:
        <a href="${site.href('/llms.txt')}">llms.txt</a>.
      </p>
    </section>`,
  };
}
