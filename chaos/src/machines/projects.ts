import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { helperName } from '../hosts/remote-model.ts';
import type { FromProcess, ToProcess } from '../processes/messages.ts';
import type { World } from '../world.ts';
import type { Machine } from './machine.ts';

/** A request to a server to create a project. */
export type ProjectRequest = Extract<ToProcess, { kind: 'project' | 'disk-project' }>;

/** Sends a request to the server of a machine. */
export type Ask = (machine: Machine, request: ProjectRequest) => Promise<FromProcess>;

/** In half of the projects the model has a helper. */
const atGitHost = [
  { name: 'guide', helperModel: null },
  { name: 'reference', helperModel: null },
  { name: 'handbook', helperModel: helperName },
  { name: 'tutorial', helperModel: helperName },
];

/**
 * Creates the projects: some at the git host. When there are several machines, each also gets one on a repository of
 * its disk and one that it keeps itself.
 *
 * @returns their ids.
 */
export async function makeProjects(world: World, ask: Ask): Promise<string[]> {
  const [first, ...others] = world.machines;
  if (first === undefined) return [];
  const ids: string[] = [];
  for (const { name, helperModel } of atGitHost) {
    await world.repositories.create(name);
    const request = { kind: 'project' as const, name, repository: world.gitHost.urlOf(name), helperModel };
    ids.push(await make(world, ask, { machine: first, name, request }));
  }
  if (others.length === 0) return ids;
  for (const machine of world.machines) ids.push(...(await makeOnDisk(world, ask, machine)));
  return ids;
}

async function makeOnDisk(world: World, ask: Ask, machine: Machine): Promise<string[]> {
  const { disk = '', dataDirectory } = machine;
  const [onDisk, kept] = [`${machine.name}-disk`, `${machine.name}-kept`];
  const repository = path.join(disk, 'docs.git');
  world.repositories.place(onDisk, repository);
  await world.repositories.create(onDisk);
  const filesFrom = path.join(disk, 'first');
  await mkdir(path.join(filesFrom, 'docs'), { recursive: true });
  await writeFile(path.join(filesFrom, 'docs/index.md'), '# Welcome\n\nWords about words.\n');
  const common = { kind: 'disk-project' as const, helperModel: null };
  const first = await make(world, ask, { machine, name: onDisk, request: { ...common, name: onDisk, repository } });
  const second = await make(world, ask, { machine, name: kept, request: { ...common, name: kept, filesFrom } });
  world.repositories.place(kept, path.join(dataDirectory, 'repositories', `${second}.git`));
  for (const id of [first, second]) world.machineOf.set(id, machine);
  return [first, second];
}

async function make(
  world: World,
  ask: Ask,
  { machine, name, request }: { machine: Machine; name: string; request: ProjectRequest },
): Promise<string> {
  const made = await ask(machine, request);
  if (made.kind !== 'project') throw new Error(`The project ${name} could not be made.`);
  world.repositoryOf.set(made.id, name);
  return made.id;
}
