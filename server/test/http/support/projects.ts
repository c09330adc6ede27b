import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import type { DocsEngine } from '../../../src/docs/engine.ts';
import type { HttpConnections, HttpServices } from '../../../src/http/services.ts';
import type { HttpProjects } from '../../../src/http/projects-port.ts';
import type { Database } from '../../../src/postgres/database.ts';
import type { SecretBox } from '../../../src/secrets/box.ts';
import { openHosts } from '../../../src/wiring/hosts/hosts.ts';
import type { Hosts } from '../../../src/wiring/hosts/hosts.ts';
import { readSettings } from '../../../src/settings.ts';
import type { Workspace } from '../../../src/workspace/workspace.ts';
import { openReadTurns } from '../../../src/wiring/job/read-turns.ts';
import type { ReadTurns } from '../../../src/wiring/job/read-turns.ts';
import { followsPrompt } from '../../../src/wiring/job/job-model.ts';
import { httpConnections } from '../../../src/wiring/hosts/http-connections.ts';
import { httpProjects } from '../../../src/wiring/services/http-projects.ts';
import type { AddressGuard } from '../../../src/wiring/start/public-address.ts';
import { testFolder } from '../../support/git-repository.ts';
import { testWorkspace } from '../../support/workspace.ts';
import { sharedDocs } from '../../support/shared-docs.ts';

interface ProjectPorts extends AsyncDisposable {
  projects: HttpProjects;
  connections: HttpConnections;
  workspaceDirectory: string;
  workspace: Workspace;
  hosts: Hosts;
  docs: DocsEngine;
}

/** Returns the ports by which a test's server creates and connects projects: with real clones, docs and hosts. */
export async function projectPorts(
  parts: AddressGuard & Partial<ReadTurns> & { db: Database; box: SecretBox; url: string },
): Promise<ProjectPorts> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await testFolder());
  const { workspace, directory: workspaceDirectory } = stack.use(await testWorkspace());
  const docs = sharedDocs();
  const keptDirectory = path.join(folder.path, 'repositories');
  const { readTurns = openReadTurns() } = parts;
  const hosts = openHosts({ ...parts, now: () => new Date() });
  return {
    projects: httpProjects({
      ...parts,
      workspace,
      docs,
      hosts,
      keptDirectory,
      machine: { id: 'mch_test', name: 'test' },
      readTurns,
      settings: readSettings({ COPYDESK_DATA_DIR: folder.path, COPYDESK_REPOSITORY_FOLDERS: tmpdir() }),
    }),
    connections: httpConnections({ ...parts, workspace, readTurns }),
    workspaceDirectory,
    workspace,
    hosts,
    docs,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

let sample: string | undefined;

/** Returns the path of a repository with one page, created at the first call and removed at the end of the run. */
export function sampleRepository(): string {
  if (sample !== undefined) return sample;
  const folder = mkdtempSync(path.join(inject('runFolder'), 'sample-'));
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(path.join(folder, 'index.md'), '# Welcome\n\nHello.\n');
  git('add', '.');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(...author, 'commit', '--quiet', '--message=Begin');
  sample = folder;
  return folder;
}

/** What jobs begin with. */
export const plainJobs: Pick<HttpServices, 'followsPrompt' | 'jobDefaults'> = {
  followsPrompt,
  jobDefaults: ({ model, repository, ref }) => ({
    model: model ?? 'builtin/copyeditor',
    sourceRepository: repository,
    baseRef: ref,
  }),
};
