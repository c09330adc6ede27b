import { html } from './html.ts';
import type { Html } from './html.ts';
import { icons } from './icons.ts';
import type { ProjectTab, Section, Shell, ShellViewer } from './shell.ts';
import type { Site } from './site.ts';

/** Renders the links to what belongs to no single project. */
export function globalNavigation(site: Site, { viewer, section }: Shell): Html {
  const links = globalLinks.filter(({ isFor }) => viewer !== undefined && isFor(viewer));
  return html`<nav class="global" aria-label="Main">
    <ul>
      ${links.map(
        ({ name, path, is }) =>
          html`<li><a href="${site.href(path)}" ${section === is && html` aria-current="page"`}>${name}</a></li>`,
      )}
    </ul>
  </nav>`;
}

const globalLinks: { is: Section; name: string; path: string; isFor: (viewer: ShellViewer) => boolean }[] = [
  {
    is: 'projects',
    name: 'Projects',
    path: '/projects',
    isFor: ({ mayRead, mayReadViews }) => mayRead || mayReadViews,
  },
  { is: 'keys', name: 'API keys', path: '/keys', isFor: ({ mayAdminister }) => mayAdminister },
  { is: 'people', name: 'People', path: '/people', isFor: ({ mayAdminister }) => mayAdminister },
  { is: 'audit', name: 'Audit log', path: '/audit', isFor: ({ mayAdminister }) => mayAdminister },
  { is: 'health', name: 'Health', path: '/health', isFor: ({ mayAdminister }) => mayAdminister },
];

/** Renders the project's name and its tabs. */
export function projectTabs(
  site: Site,
  { viewer }: Shell,
  project: { id: string; name: string; tab: ProjectTab },
): Html {
  const tabs = projectLinks.filter(({ isFor }) => viewer !== undefined && isFor(viewer));
  return html`<nav class="project" aria-label="Project">
    <a class="name" href="${site.href(`/projects/${project.id}`)}">${project.name}</a>
    <ul class="tabs">
      ${tabs.map(
        ({ is, name, path }) =>
          html`<li>
            <a href="${site.href(`/projects/${project.id}${path}`)}" ${project.tab === is && html` aria-current="page"`}
              >${name}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

const projectLinks: { is: ProjectTab; name: string; path: string; isFor: (viewer: ShellViewer) => boolean }[] = [
  { is: 'overview', name: 'Overview', path: '', isFor: ({ mayRead }) => mayRead },
  { is: 'jobs', name: 'Jobs', path: '/jobs', isFor: ({ mayRead }) => mayRead },
  { is: 'pulls', name: 'Pull requests', path: '/pulls', isFor: ({ mayRead }) => mayRead },
  { is: 'automations', name: 'Automations', path: '/automations', isFor: ({ mayRead }) => mayRead },
  { is: 'readers', name: 'Readers', path: '/readers', isFor: ({ mayReadViews }) => mayReadViews },
  { is: 'counting', name: 'Set up counting', path: '/counting', isFor: ({ mayReadViews }) => mayReadViews },
  { is: 'settings', name: 'Settings', path: '/settings', isFor: ({ mayEdit }) => mayEdit },
];

/** Renders who is signed in, with signing out. */
export function accountMenu(site: Site, { viewer, section }: Shell): Html | undefined {
  if (viewer === undefined) return undefined;
  const what = viewer.role ?? 'API key';
  return html`<details class="account">
    <summary aria-label="Account of ${viewer.name}">
      <span class="initial" aria-hidden="true">${initialOf(viewer.name)}</span>
    </summary>
    <div class="menu">
      <p><b>${viewer.name}</b><span class="meta">${what}</span></p>
      ${viewer.isPerson && html`<a href="${site.href('/account')}" ${section === 'account' && html` aria-current="page"`}>Your account</a>`}
      <a href="${site.href('/docs')}">Docs and API</a>
      ${
        viewer.signOutToken !== undefined &&
        html`<form method="post" action="${site.href('/sign-out')}">
          <input type="hidden" name="token" value="${viewer.signOutToken}" /><button class="link" type="submit">
            ${icons.leave}Sign out
          </button>
        </form>`
      }
    </div>
  </details>`;
}

function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase();
}
