import type { Role } from '@copydesk/contract';
import type { Database } from '../../../src/postgres/database.ts';
import { createKey } from '../../../src/projects/key/keys.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { createSignInLink } from '../../../src/people/sign-in-links.ts';
import { createProject } from '../../../src/projects/project.ts';
import type { Project } from '../../../src/projects/project.ts';
import { gitOverHttp } from '../../../src/http/git/git-over-http.ts';
import { docsFolder } from '../../../src/manual/folder.ts';
import { manualPages } from '../../../src/manual/routes.ts';
import { pages } from '../../../src/pages/pages.ts';
import { browserPages } from '../../../src/pages/public/browser-pages.ts';
import { openPullRequest } from '../../../src/pull-requests/open.ts';
import type { PullRequest } from '../../../src/pull-requests/pull-request.ts';
import { freePort } from '../../../src/wiring/start/free-port.ts';
import { serveGit } from '../../../src/workspace/http-backend.ts';
import { testRepository } from '../../support/git-repository.ts';
import type { FileContent, TestRepository } from '../../support/git-repository.ts';
import type { Workspace } from '../../../src/workspace/workspace.ts';
import { testWorkspace } from '../../support/workspace.ts';
import { startApi } from './api.ts';
import type { TestApi } from './api.ts';

/** A real server with its pages and git over HTTP, and a project whose repository is on this machine. */
export interface TestSite extends AsyncDisposable {
  api: TestApi;
  origin: string;
  /** Every route of the pages, in the router's format. */
  routes: SiteRoute[];
  workspace: Workspace;
  docs: Project;
  /** Somebody of the organisation who was invited. */
  personId: string;
  repository: TestRepository;
  /** The jobs of the proposals, in order. */
  jobIds: string[];
  /** Commits on top of the base branch's current commit to a new branch, and opens a pull request for it. */
  propose(change: Proposal): Promise<PullRequest>;
  /** The path of a page of the project. */
  path(suffix?: string): string;
  /** A path that signs a person of the organisation in, once. */
  signInLink(name?: string, next?: string, role?: Role): Promise<string>;
  /** The cookie of a new session of a person with the role. */
  session(role: Role): Promise<string>;
  newKey(scopes?: Parameters<typeof createKey>[1]['scopes'], projectId?: string): Promise<string>;
}

export interface SiteRoute {
  method: string;
  /** With `:name` parameters. */
  url: string;
}
/** Services of the API that need the workspace of the site's repository. */
type SiteServices = (workspace: Workspace, db: () => Database) => Parameters<typeof startApi>[0];

export interface Proposal {
  files: Record<string, FileContent>;
  branch?: string;
  title?: string;
  description?: string;
  prompt?: string;
  asDraft?: boolean;
}

export async function startSite(
  options: {
    bare?: boolean;
    files?: Record<string, FileContent>;
    services?: SiteServices;
    /** Whether the URLs that the site shows lead to it. */
    reachable?: boolean;
    /** The limit of a push by git. */
    largestPushBytes?: number;
    /** Sign-in with OpenID Connect. */
    openId?: Parameters<typeof pages>[0]['openId'];
  } = {},
): Promise<TestSite> {
  const repository = await testRepository({ bare: options.bare ?? true });
  await repository.commit(options.files ?? { 'docs/index.md': '# Welcome\n\nThe first page.\n' });
  const workspaceHere = await testWorkspace();
  const { workspace } = workspaceHere;
  const routes: SiteRoute[] = [];
  const repositoryOf = (project: Project) =>
    workspace.repository({ id: project.id, kind: 'path', location: project.repository });
  const addPages = pages({
    organisation: async () => 'org_one',
    openId: options.openId,
    repository: repositoryOf,
    siteOf: async () => ({ label: 'MkDocs', isRecognised: true, pages: ['docs/index.md', 'docs/guide.md'] }),
  });
  const port = options.reachable ? await freePort('127.0.0.1', 0) : 0;
  const extra = options.services?.(workspace, () => api.db);
  const baseUrl = port === 0 ? 'http://127.0.0.1' : `http://127.0.0.1:${port}`;
  const api: TestApi = await startApi({
    ...extra,
    port,
    baseUrl,
    browser: browserPages(baseUrl),
    plugins: [
      async (app, services) => {
        app.addHook(
          'onRoute',
          ({ method, url }) => void routes.push(...[method].flat().map((one) => ({ method: one, url }))),
        );
        await addPages(app, services);
      },
      gitOverHttp({
        serveGit,
        repositoryPath: (project) => project.repository,
        repository: repositoryOf,
        maximumAtOnce: 4,
        largestPushBytes: options.largestPushBytes,
      }),
      manualPages(docsFolder()),
    ],
  });
  const { db } = api;
  const { organisationId } = api.project;
  const docs = await createProject(db, {
    organisationId,
    name: 'Handbook',
    repositoryKind: 'path',
    repository: repository.path,
    ref: 'main',
  });
  const invited = await createPerson(db, { organisationId, name: 'Grace Invited', role: 'viewer' });
  const jobIds: string[] = [];
  const path = (suffix = '') => `/projects/${docs.id}/pulls${suffix}`;
  return {
    api,
    origin: `http://127.0.0.1:${api.port}`,
    routes,
    workspace,
    docs,
    personId: invited.id,
    jobIds,
    repository,
    path,
    async propose({ files, branch = 'copydesk/change', title = 'A change', description = '', prompt, asDraft }) {
      const baseCommit = await repository.git('rev-parse', 'main');
      await repository.git('update-ref', `refs/heads/${branch}`, baseCommit);
      const headCommit = await repository.commit(files, { branch, message: title });
      const job = await api.newJob({ project: docs, prompt });
      jobIds.push(job.id);
      const draft = { projectId: docs.id, jobId: job.id, headRef: branch, baseRef: 'main' };
      return await openPullRequest(db, { ...draft, headCommit, baseCommit, title, description, asDraft });
    },
    async signInLink(name = 'Ann Example', next = path(), role = 'owner') {
      const person = await createPerson(db, { organisationId, name, role });
      const { token } = await createSignInLink(db, person.id, { now: new Date() });
      return `/sign-in/${token}?${new URLSearchParams({ next }).toString()}`;
    },
    async session(role) {
      const { id } = await createPerson(db, { organisationId, name: `The ${role}`, role });
      const { sessionToken } = await createSession(db, id, { now: new Date() });
      return `copydesk_session=person.${sessionToken}`;
    },
    async newKey(scopes = ['agent:read', 'agent:write', 'agent:merge', 'git:push'], projectId) {
      return (await createKey(db, { organisationId, name: 'Laptop', scopes, projectId })).token;
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await workspaceHere[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}
