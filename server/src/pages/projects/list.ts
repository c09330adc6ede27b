import type { FastifyInstance } from 'fastify';
import { readGlances } from '../../analytics/read/glances.ts';
import type { RecentViews } from '../../analytics/read/glances.ts';
import { countOpenAtHost } from '../../jobs/hosts/open-at-host.ts';
import { listProjectPage } from '../../projects/list.ts';
import type { Project } from '../../projects/project.ts';
import { mostCounted } from '../../projects/most-counted.ts';
import { readStates } from '../../projects/state.ts';
import type { ProjectState } from '../../projects/state.ts';
import { hasScope } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { HttpServices } from '../../http/services.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import { sparkline } from '../chart/small-charts.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { attentionOf } from './attention.ts';
import { number, plural } from '../view/numbers.ts';

const pageLength = 50;
const glanceDays = 7;

interface Row {
  project: Project;
  state: ProjectState | undefined;
  /** Pull requests that are open at the code host. */
  openAtHost: number;
  /** Absent for viewers who may not read page views. */
  glance: RecentViews | undefined;
}

interface ListView {
  site: Site;
  rows: Row[];
  q: string;
  nextCursor: string | null;
  isFirstPage: boolean;
  mayCreate: boolean;
  mayReadViews: boolean;
}

/** Adds the page that signing in leads to by default: the projects that the viewer may see, each at a glance. */
export function addProjectsPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get('/projects', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    if (!hasScope(viewer, 'analytics:read')) requireViewerScope(viewer, 'agent:read');
    const { organisationId, projectId: only } = viewer;
    const q = (field(request.query, 'q') ?? '').trim().slice(0, 200);
    const cursor = field(request.query, 'cursor');
    const wanted = { organisationId, only, cursor, limit: pageLength, ...(q !== '' && { q }) };
    const { projects, nextCursor } = await listProjectPage(services.db, wanted);
    const [mayRead, mayReadViews] = [hasScope(viewer, 'agent:read'), hasScope(viewer, 'analytics:read')];
    const ids = mayRead ? projects.map(({ id }) => id) : [];
    const [states, atHost, glances] = await Promise.all([
      readStates(services.db, ids),
      countOpenAtHost(services.db, ids),
      readGlances(services.db, mayReadViews ? projects.map((project) => project.number) : [], {
        now: services.now(),
        days: glanceDays,
      }),
    ]);
    const rows = projects.map((project) => {
      const openAtHost = atHost.get(project.id) ?? 0;
      return { project, state: states.get(project.id), openAtHost, glance: glances.get(project.number) };
    });
    const isFirstPage = cursor === undefined;
    const mayCreate = hasScope(viewer, 'admin') && only === null;
    const done = field(request.query, 'done');
    return sendPage(reply, site, {
      title: 'Projects',
      viewer: shellOf(viewer),
      section: 'projects',
      notice: done === 'deleted' ? 'The project was deleted.' : undefined,
      main: projectsMain({ site, rows, q, nextCursor, isFirstPage, mayCreate, mayReadViews }),
    });
  });
}

function projectsMain(view: ListView): Html {
  const { site, rows, q, nextCursor, isFirstPage, mayCreate } = view;
  const isSearched = q !== '';
  const hasSearch = isSearched || nextCursor !== null || !isFirstPage || rows.length > 8;
  return html`<header class="page-head">
      <h1>Projects</h1>
      ${mayCreate && rows.length > 0 && html`<a class="button primary" href="${site.href('/projects/new')}">New project</a>`}
    </header>
    ${
      hasSearch &&
      html`<form class="project-search" role="search" action="${site.href('/projects')}">
        <label class="visually-hidden" for="project-q">Find a project by name, repository or id</label>
        <input id="project-q" name="q" type="search" value="${q}" placeholder="Name, repository or id…" /><button
          type="submit"
        >
          Find
        </button>
      </form>`
    }
    ${rows.length === 0 ? emptyList(view) : table(view)}
    ${
      (nextCursor !== null || !isFirstPage) &&
      html`<nav class="pager" aria-label="Pages of projects">
        ${!isFirstPage && html`<a class="button" href="${listHref(site, q)}">First page</a>`}
        ${nextCursor !== null && html`<a class="button" href="${listHref(site, q, nextCursor)}" rel="next">Next page</a>`}
      </nav>`
    }`;
}

function listHref(site: Site, q: string, cursor?: string): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) }).toString();
  return site.href(`/projects${query === '' ? '' : `?${query}`}`);
}

function emptyList({ site, q, mayCreate }: ListView): Html {
  if (q !== '') {
    return html`<section class="panel empty">
      <h2>No project has “${q}” in it</h2>
      <p>The search includes names, repositories and ids. <a href="${site.href('/projects')}">Show all projects</a></p>
    </section>`;
  }
  return html`<section class="panel empty">
    <h2>There is no project yet</h2>
    <p>A project is a repository with docs: the agent opens pull requests in it, and its readers are counted.</p>
    ${
      mayCreate
        ? html`<p><a class="button primary" href="${site.href('/projects/new')}">Make the first project</a></p>`
        : html`<p>An owner can make one.</p>`
    }
  </section>`;
}

function table(view: ListView): Html {
  const { rows, mayReadViews } = view;
  return html`<div class="panel scroll">
    <table class="data projects">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">Needs attention</th>
          <th scope="col" class="figure">At work</th>
          ${mayReadViews && html`<th scope="col" class="figure">Views, 7 days</th>`}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => tableRow(view, row))}
      </tbody>
    </table>
  </div>`;
}

function tableRow({ site, mayReadViews }: ListView, { project, state, openAtHost, glance }: Row): Html {
  const { id, name, ref, docsFolder } = project;
  const needs = state === undefined ? [] : attentionOf(site, id, { ...state, openAtHost });
  const views = glance === undefined ? 0 : glance.human + glance.ai;
  return html`<tr>
    <th scope="row">
      <a class="title" href="${site.href(`/projects/${id}`)}"><bdi>${name}</bdi></a>
      <span class="meta"
        ><bdi>${project.repositoryKind === 'kept' ? 'kept by Copydesk' : project.repository}</bdi> ·
        <code>${ref}</code>${docsFolder !== '' && html` · <code>${docsFolder}</code>`}</span
      >
    </th>
    <td>
      <span class="row-actions">${needs.length === 0 ? html`<span class="meta">nothing</span>` : needs}</span>
    </td>
    <td class="figure">
      ${
        state !== undefined && state.activeJobs > 0
          ? html`<a href="${site.href(`/projects/${id}/jobs?status=active`)}"
              >${plural(state.activeJobs, 'job', mostCounted.state)}</a
            >`
          : html`<span class="meta">–</span>`
      }
    </td>
    ${
      mayReadViews &&
      html`<td class="figure">
        <a class="glance" href="${site.href(`/projects/${id}/readers?range=7d`)}"
          >${glance && views > 0 && sparkline(glance.days.slice(0, -1), `Views per day, without today: ${glance.days.slice(0, -1).join(', ')}`)}<span
            >${number(views)}<span class="unit"> ${views === 1 ? 'view' : 'views'}</span></span
          ></a
        >
      </td>`
    }
  </tr>`;
}
