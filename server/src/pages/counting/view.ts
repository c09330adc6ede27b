import type { Project } from '../../projects/project.ts';
import { copyable } from '../view/copyable.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { importCommands, middlewares, scriptTag } from './snippets.ts';

/** Renders how a project's views can be counted, and whether they arrive. */
export function countingMain(view: {
  site: Site;
  baseUrl: string;
  project: Project;
  mayEdit: boolean;
  arrivals: Html;
}): Html {
  const { site, project, arrivals } = view;
  const here = site.href(`/projects/${project.id}/counting`);
  return html`<section class="counting">
    <header class="page-head">
      <h1>Set up counting</h1>
      <p class="lead">
        The script sees people. Most AI agents run no scripts: a middleware or the access log of the server sees them
        too.
      </p>
    </header>
    <section class="panel" aria-labelledby="arrivals">
      <header>
        <h2 id="arrivals">What arrives</h2>
        <a class="button quiet" href="${here}">Look again</a>
      </header>
      <div class="body"><live-part src="${here}?part=arrivals" seconds="4">${arrivals}</live-part></div>
    </section>
    ${scriptPanel(view)} ${serverPanel(view)} ${logPanel(view)}
  </section>`;
}

type View = Parameters<typeof countingMain>[0];

function scriptPanel({ site, baseUrl, project, mayEdit }: View): Html {
  const { origins } = project;
  return html`<section class="panel" aria-labelledby="script">
    <header><h2 id="script">In the browser: a script</h2></header>
    <div class="body">
      <p>Into the head of every page:</p>
      ${copyable('snippet', scriptTag({ url: baseUrl, projectId: project.id }))}
      <p>
        ${
          origins.length === 0
            ? html`<b>No origin is allowed yet,</b> so that views from browsers are refused.`
            : html`Views are accepted from
              ${origins.map((origin, place) => html`${place > 0 && ', '}<code>${origin}</code>`)}.`
        }
        ${mayEdit && html`<a href="${site.href(`/projects/${project.id}/settings`)}">Change the origins in the settings</a>.`}
      </p>
      <p class="note">
        About 1 KB compressed, 2 KB uncompressed. It sets no cookie, stores nothing, and sends nothing for readers with
        Do Not Track or Global Privacy Control.
      </p>
    </div>
  </section>`;
}

function serverPanel({ site, baseUrl, project, mayEdit }: View): Html {
  const ways = middlewares({ url: baseUrl, projectId: project.id });
  return html`<section class="panel" aria-labelledby="server">
    <header><h2 id="server">At the server: a middleware</h2></header>
    <div class="body">
      <p>
        It needs an API key with the scope <code>ingest</code> in the environment of the site, as
        <code>COPYDESK_KEY</code>${mayEdit ? html`: <a href="${site.href('/keys')}">make one</a>.` : '.'} If you also
        use the script, the project’s settings say which of them counts people.
      </p>
      ${ways.map(
        ({ name, place, code }, number) =>
          html`<details ${number === 0 && html` open`}>
            <summary>${name}</summary>
            <p class="note">${place}</p>
            <div class="copyable">
              <pre id="way-${number}" tabindex="0">${code}</pre>
              <copy-button for="way-${number}"></copy-button>
            </div>
          </details>`,
      )}
    </div>
  </section>`;
}

function logPanel({ project }: View): Html {
  const { once, follow } = importCommands(project.id);
  return html`<section class="panel" aria-labelledby="logs">
    <header><h2 id="logs">From access logs: a command</h2></header>
    <div class="body">
      <p>On the machine of Copydesk. Importing a file twice counts it once.</p>
      ${copyable('import-once', once)}
      <p>And from now on, line by line:</p>
      ${copyable('import-follow', follow)}
      <p class="note">
        Combined logs of Apache and nginx, JSON lines, Caddy, CloudFront and Vercel; compressed or not.
      </p>
    </div>
  </section>`;
}
