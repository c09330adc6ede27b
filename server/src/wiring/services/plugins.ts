import { gitOverHttp } from '../../http/git/git-over-http.ts';
import { docsFolder } from '../../manual/folder.ts';
import { manualPages } from '../../manual/routes.ts';
import { mcpOverHttp } from '../../mcp/over-http.ts';
import { openIdWhenAsked } from '../../open-id/when-asked.ts';
import { pages } from '../../pages/pages.ts';
import type { HttpPlugin } from '../../http/services.ts';
import { serveGit } from '../../workspace/http-backend.ts';
import { defaultOrganisation } from '../../projects/organisation.ts';
import type { App } from '../app.ts';
import { knownSites } from '../site/known-sites.ts';
import { repositoryOf } from '../hosts/repositories.ts';

/** Pull request pages with sign-in, git over HTTP for the repositories on this machine, MCP, and the docs. */
export function httpPlugins(app: App): HttpPlugin[] {
  const { openId } = app.settings;
  return [
    pages({
      repository: (project) => repositoryOf(app, project),
      siteOf: knownSites(app),
      organisation: () => defaultOrganisation(app.db),
      openId: openId && { provider: openIdWhenAsked(openId, () => new Date()), signUp: openId.signUp },
    }),
    gitOverHttp({
      serveGit,
      repositoryPath: (project) => project.repository,
      repository: (project) => repositoryOf(app, project),
    }),
    mcpOverHttp(),
    manualPages(docsFolder()),
  ];
}
