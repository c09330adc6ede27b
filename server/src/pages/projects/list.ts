import type { FastifyInstance } from 'fastify';
import { listProjects } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../../http/services.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';

/** Where signing in leads when nothing else was asked for: the projects that one may see. */
export function addProjectsPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get('/projects', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    requireViewerScope(viewer, 'agent:read');
    const projects = await listProjects(services.db, viewer.organisationId);
    const visible = projects.filter(({ id }) => viewer.projectId === null || viewer.projectId === id);
    return sendPage(reply, site, {
      title: 'Projects',
      viewer: shellOf(viewer),
      section: 'projects',
      main: projectsMain(site, visible),
    });
  });
}

function projectsMain(site: Site, projects: Project[]): Html {
  return html`<section class="list">
    <header class="head"><h1>Projects</h1></header>
    ${
      projects.length === 0
        ? html`<p class="note card">There are none yet. Make one: <code>npx copydesk project create --help</code></p>`
        : html`<ol class="rows plain card">
            ${projects.map((project) => row(site, project))}
          </ol>`
    }
  </section>`;
}

function row(site: Site, { id, name, ref, docsFolder }: Project): Html {
  return html`<li>
    <div>
      <a class="title" href="${site.href(`/projects/${id}/pulls`)}">${name}</a
      ><span class="meta"><code>${ref}</code>${docsFolder !== '' && html` · <code>${docsFolder}</code>`} · ${id}</span>
    </div>
  </li>`;
}
