import type { FastifyInstance } from 'fastify';
import { readGlances } from '../../analytics/read/glances.ts';
import type { RecentViews } from '../../analytics/read/glances.ts';
import { countOpenAtHost, listOpenAtHost } from '../../jobs/hosts/open-at-host.ts';
import type { OpenAtHost } from '../../jobs/hosts/open-at-host.ts';
import type { StoredJob } from '../../jobs/present.ts';
import { listJobs } from '../../jobs/read/read.ts';
import type { Project } from '../../projects/project.ts';
import { readLoweredProtection, type LoweredProtection } from '../../projects/protection.ts';
import { mostCounted } from '../../projects/most-counted.ts';
import { readStates } from '../../projects/state.ts';
import type { ProjectState } from '../../projects/state.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import { listPullRequests } from '../../pull-requests/read.ts';
import { hasScope, mayEdit } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { HttpServices } from '../../http/services.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { sparkline } from '../chart/small-charts.ts';
import { jobState } from '../jobs/state.ts';
import { firstLine } from '../jobs/words.ts';
import { copyable } from '../view/copyable.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { cloneUrlOf } from '../../http/git/clone-url.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';
import { admitToProject } from './admit.ts';
import type { ProjectRoute } from './admit.ts';
import { attentionOf } from './attention.ts';
import { pullsPanel } from './pulls-panel.ts';
import { countedTo, number } from '../view/numbers.ts';

const days = 7;
const shown = 6;

interface Overview {
  site: Site;
  cloneUrl: string;
  project: Project;
  now: Date;
  state: ProjectState | undefined;
  /** The last days compared with as many days before; absent for viewers who may not read page views. */
  glance: RecentViews | undefined;
  jobs: StoredJob[];
  pullRequests: PullRequest[];
  /** Pull requests that are open at the code host: their number, and the newest ones. */
  openAtHost: number;
  atHost: OpenAtHost[];
  /** What protects the repository less than usual; undefined when nothing does. */
  lowered: LoweredProtection | undefined;
  mayStart: boolean;
  mayEdit: boolean;
}

/** Adds `GET /projects/:projectId`: the state of a project. Clients that do not ask for HTML get the API's answer. */
export function addProjectOverview(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get<ProjectRoute>('/projects/:projectId', async (request, reply) => {
    const { viewer, project } = await admitToProject(services, request);
    reply.header('vary', 'Accept');
    if (!acceptsHtml(request)) return reply.send(services.projects.present(project));
    const { db } = services;
    const now = services.now();
    const mayReadViews = hasScope(viewer, 'analytics:read');
    const [states, glances, { jobs }, { pullRequests }, openAtHost, atHost, lowered] = await Promise.all([
      readStates(db, [project.id]),
      readGlances(db, mayReadViews ? [project.number] : [], { now, days: 2 * days }),
      listJobs(db, project.id, { limit: shown }),
      listPullRequests(db, project.id, { state: 'open', limit: shown }),
      countOpenAtHost(db, [project.id]),
      listOpenAtHost(db, project.id, shown),
      readLoweredProtection(db, project),
    ]);
    const main = overviewMain({
      site,
      cloneUrl: cloneUrlOf(services.baseUrl, project),
      project,
      now,
      state: states.get(project.id),
      glance: glances.get(project.number),
      jobs,
      pullRequests,
      openAtHost: openAtHost.get(project.id) ?? 0,
      atHost,
      lowered,
      mayStart: hasScope(viewer, 'agent:write'),
      mayEdit: mayEdit(viewer),
    });
    return sendPage(reply, site, {
      title: 'Overview',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'overview' },
      notice: field(request.query, 'done') === 'created' ? 'The project was made.' : undefined,
      main,
    });
  });
}

function overviewMain(view: Overview): Html {
  const { site, project, state, openAtHost, mayStart } = view;
  const base = site.href(`/projects/${project.id}`);
  const needs = state === undefined ? [] : attentionOf(site, project.id, { ...state, openAtHost });
  return html`<header class="page-head">
      <h1><bdi>${project.name}</bdi></h1>
      ${mayStart && html`<a class="button primary" href="${base}/jobs/new">New job</a>`}
    </header>
    ${needs.length > 0 && html`<p class="attention"><span>Needs attention:</span>${needs}</p>`}
    ${loweredNotice(view, base)} ${figures(view, base)}
    <div class="panels overview">${jobsPanel(view, base)} ${pullsPanel(base, view)} ${placePanel(view)}</div>`;
}

function loweredNotice({ lowered, now }: Overview, base: string): Html | false {
  if (lowered === undefined) return false;
  const { by, what } = lowered;
  return html`<p class="attention">
    <span
      >Protection lowered${by !== undefined && html` by <bdi>${by.name}</bdi> ${relativeTime(by.at, now)}`}:
      <bdi>${what.join('; ')}</bdi>. <a href="${base}/settings#commits">Settings</a></span
    >
  </p>`;
}

function figures({ state, glance, openAtHost }: Overview, base: string): Html {
  const last = glance?.days.slice(-days) ?? [];
  const [now, before] = [sum(last), sum(glance?.days.slice(0, -days) ?? [])];
  return html`<div class="figures">
    ${
      glance !== undefined &&
      html`<a class="card" href="${base}/readers?range=7d">
        <span class="meta">Views in 7 days</span><b>${number(now)}</b>
        ${sparkline(last.slice(0, -1), `Views per day, without today: ${last.slice(0, -1).join(', ')}`)}
        <span class="meta">${number(before)} in the 7 days before</span></a
      >`
    }
    <a class="card" href="${openAtHost > 0 ? '#pulls-title' : `${base}/pulls?state=open`}"
      ><span class="meta">Open pull requests</span
      ><b>${countedTo(mostCounted.state, (state?.openPullRequests ?? 0) + openAtHost)}</b>
      ${openAtHost > 0 && html`<span class="meta">${number(openAtHost)} at the code host</span>`}</a
    >
    <a class="card" href="${base}/jobs?status=active"
      ><span class="meta">Jobs at work</span><b>${countedTo(mostCounted.state, state?.activeJobs ?? 0)}</b></a
    >
    <a class="card" href="${base}/jobs?status=failed"
      ><span class="meta">Failed jobs</span><b>${countedTo(mostCounted.state, state?.failedJobs ?? 0)}</b></a
    >
  </div>`;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function jobsPanel({ jobs, now, mayStart }: Overview, base: string): Html {
  return html`<section class="panel" aria-labelledby="jobs-title">
    <header>
      <h2 id="jobs-title">Recent jobs</h2>
      ${jobs.length > 0 && html`<a href="${base}/jobs">All jobs</a>`}
    </header>
    ${
      jobs.length === 0
        ? html`<div class="empty">
            <p>No job yet: say what is to be changed in the docs, and the agent opens a pull request.</p>
            ${mayStart && html`<p><a class="button" href="${base}/jobs/new">Start the first job</a></p>`}
          </div>`
        : html`<ul class="lines">
            ${jobs.map(
              (job) =>
                html`<li>
                  <a class="words" href="${base}/jobs/${job.id}">${firstLine(job.summary) || 'A job'}</a
                  >${jobState(job)}
                  <span class="meta">${relativeTime(new Date(job.createdAt), now)}</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function placePanel({ site, cloneUrl, project, mayEdit: mayChange }: Overview): Html {
  const { id, repository, repositoryKind, ref, docsFolder, siteUrl } = project;
  return html`<section class="panel" aria-labelledby="place-title">
    <header>
      <h2 id="place-title">Where the docs are</h2>
      ${mayChange && html`<a href="${site.href(`/projects/${id}/settings#source`)}">Change</a>`}
    </header>
    <div class="body">
      <dl class="facts">
        <dt>Repository</dt>
        <dd><bdi>${repositoryKind === 'kept' ? 'kept by Copydesk' : repository}</bdi></dd>
        <dt>Branch</dt>
        <dd><code>${ref}</code></dd>
        ${
          docsFolder !== '' &&
          html`<dt>Folder</dt>
            <dd><code>${docsFolder}</code></dd>`
        }
        ${
          siteUrl !== null &&
          html`<dt>Published at</dt>
            <dd><bdi>${siteUrl}</bdi></dd>`
        }
        <dt>Must answer</dt>
        <dd><a href="${site.href(`/projects/${id}/questions`)}">These questions</a></dd>
        <dt>For AI readers</dt>
        <dd><a href="${site.href(`/projects/${id}/readability`)}">How well they can read it</a></dd>
        <dt>Project id</dt>
        <dd>${copyable('project-id', id)}</dd>
      </dl>
      ${repositoryKind === 'kept' && html`<p class="note">Clone it, and push your docs to it, with an API key as the password: <code>git clone ${cloneUrl}</code></p>`}
    </div>
  </section>`;
}
