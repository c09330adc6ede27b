import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Project } from '../../projects/project.ts';
import type { Operator, OperatorServices } from '../operator.ts';
import { count } from '../output/diff.ts';
import type { Script } from './script.ts';

/** A separate Copydesk with a project on the sample docs site, and a key for it. */
export interface DemoServer {
  url: string;
  project: Project;
  /** The API key. */
  token: string;
  /** Creates a link that signs a person in once and opens the page. */
  signInLink(page: string): Promise<string>;
}

/** Sets up the demo app in a temporary folder, passes it to `use`, and removes everything afterwards. */
export async function withDemoServer(
  operator: Operator,
  script: Script,
  use: (demo: DemoServer) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-demo-'));
  // When root starts PostgreSQL, it runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  try {
    script.heading(`Copydesk ${operator.version}: a prompt becomes a pull request`);
    script.section('Start the server: embedded PostgreSQL, API and worker');
    const server = await operator.with(demoSettings(folder)).serve({ worker: true });
    try {
      script.line(`listening at ${server.url} after ${script.seconds()} s`);
      await use(await createDemoProject(server.url, server.services, script));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ignores the settings of the environment: the demo behaves the same everywhere and touches nothing else. */
function demoSettings(folder: string): Record<string, string | undefined> {
  return {
    COPYDESK_DATA_DIR: folder,
    COPYDESK_HOST: '127.0.0.1',
    COPYDESK_PORT: '0',
    COPYDESK_URL: undefined,
    COPYDESK_MODEL: undefined,
    COPYDESK_LOG_LEVEL: 'error',
    COPYDESK_TRUSTED_PROXIES: undefined,
    DATABASE_URL: undefined,
  };
}

async function createDemoProject(url: string, services: OperatorServices, script: Script): Promise<DemoServer> {
  const filesFrom = fileURLToPath(new URL('../../../sample-site', import.meta.url));
  const { project } = await services.createProject({ name: 'Lumen docs', filesFrom });
  const { key, token } = await services.createKey({
    name: 'demo',
    scopes: ['agent:read', 'agent:write'],
    projectId: project.id,
    expiresAt: null,
    allowedAddresses: [],
  });
  script.section('Create a project on a sample docs site, and an API key for it');
  script.line(
    `project  ${project.id}  (${project.name}: ${count(await countFiles(filesFrom), 'file')} in a new git repository)`,
  );
  script.line(`key      desk_…${key.hint}  (${key.scopes.join(', ')})`);
  return {
    url,
    project,
    token,
    async signInLink(page) {
      const person = await services.createPerson({ name: 'Visitor' });
      return (await services.createSignInLink(person.id, new URL(page).pathname)).link;
    },
  };
}

async function countFiles(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
}
