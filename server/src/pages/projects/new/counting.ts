import type { Project } from '../../../projects/project.ts';
import { copyable } from '../../view/copyable.ts';
import { faultAt, hiddenFields, otherFaults, refusal, textField } from '../../view/fields.ts';
import type { Faults } from '../../view/fields.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import type { Site } from '../../view/site.ts';
import { stepList } from './page.ts';

export interface CountingView {
  site: Site;
  project: Project;
  /** The address that browsers send views to. */
  baseUrl: string;
  formToken: string | undefined;
  /** The webhook secret of a project that was just connected. It is shown once. */
  secret?: string;
  /** The address of the published docs, as it was typed. */
  typed?: string;
  faults?: Faults;
}

/** Renders the last step: where the docs are published, and the snippet that counts their views. */
export function countingMain(view: CountingView): Html {
  const { site, project, baseUrl, secret } = view;
  const snippet = `<script defer src="${baseUrl}/script.js" data-project="${project.id}"></script>`;
  return html`<header class="page-head">
      <h1><bdi>${project.name}</bdi> is made</h1>
    </header>
    ${stepList(3)}
    ${
      secret !== undefined &&
      html`<section class="panel" role="status">
        <header><h2>The secret of the webhooks</h2></header>
        <div class="body">
          <p>Give it to the webhook at the code host now: it is not shown again.</p>
          ${copyable('shown-once', secret)}
        </div>
      </section>`
    }
    <section class="panel" aria-labelledby="snippet-title">
      <header><h2 id="snippet-title">Count who reads the docs</h2></header>
      <div class="body">
        ${addressForm(view)}
        <p class="note">
          Put this into the pages of the docs. Servers and log files can send views, too:
          <a href="${site.href(`/projects/${project.id}/counting`)}">Set up counting</a>.
        </p>
        ${copyable('snippet', snippet)}
      </div>
    </section>
    <p class="pager">
      <a class="button primary" href="${site.href(`/projects/${project.id}/jobs/new`)}">Start the first job</a>
      <a class="button" href="${site.href(`/projects/${project.id}`)}">To the project</a>
    </p>`;
}

/** Views from browsers are refused until an origin is allowed. */
function addressForm({ site, project, formToken, typed, faults = {} }: CountingView): Html {
  const { id, siteUrl, origins, revision } = project;
  if (origins.length > 0) {
    return html`<p>
      Views from <bdi>${origins.join(', ')}</bdi> are counted.
      <a href="${site.href(`/projects/${id}/settings#counting`)}">Change</a>
    </p>`;
  }
  const fault = faultAt(faults, '/siteUrl') ?? faultAt(faults, '/origins');
  return html`<form class="form" method="post" action="${site.href(`/projects/new/counting?project=${id}`)}">
    ${hiddenFields({ token: formToken, revision })} ${refusal(otherFaults(faults, ['/siteUrl', '/origins']))}
    ${textField({
      id: 'site-url',
      name: 'siteUrl',
      label: 'Address of the published docs',
      value: typed ?? siteUrl ?? '',
      placeholder: 'https://docs.example.com',
      hint: 'Browsers may send views from there. Elsewhere they are refused.',
      isRequired: true,
      maximumLength: 2_000,
      fault,
    })}
    <p class="row-actions"><button type="submit">Allow it</button></p>
  </form>`;
}
