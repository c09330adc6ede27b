import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import manifest from '../server/package.json' with { type: 'json' };
import { buildCommand } from './build-command.ts';
import { buildLibrary } from './build-library.ts';
import { nodePackage } from './node-package.ts';
import { addProvenance, provenanceOf } from './release/provenance.ts';

const help = `Makes the packages as they are published, and packs them.

  npm run package -- [options]

  --to <folder>           where the packed files go (dist/packages)
  --repository <address>  the https address of the repository that their manifests name; none without
  --for-registry          npm finds the package that brings a newer Node in the registry, not beside the command's file
  --help                  this text

Try them in an empty folder: npm install --global <folder>/copydesk-${manifest.version}.tgz`;

const Packed = z.array(z.object({ filename: z.string(), size: z.number(), unpackedSize: z.number() }));

/** The packages, each with its folder in the repository, if it has one. */
const packages = { copydesk: 'server', client: 'client', contract: 'contract', tracker: 'tracker', node: undefined };

export interface PackOptions {
  /** The repository they come from, for their manifests. */
  repository?: string | undefined;
  /** Whether they will be published: otherwise they are installed from these files. */
  isForRegistry?: boolean | undefined;
}

/** Builds and packs all packages. Returns the paths of the packed files. */
export async function packAll(to: string, { repository, isForRegistry = false }: PackOptions = {}): Promise<string[]> {
  const work = await mkdtemp(path.join(tmpdir(), 'copydesk-package-'));
  try {
    const folder = (name: string): string => path.join(work, name);
    const libraries = { client: folder('client'), contract: folder('contract'), tracker: folder('tracker') };
    tell('Compiling the libraries …');
    await buildLibrary('client', libraries.client);
    await buildLibrary('contract', libraries.contract);
    await buildLibrary('tracker', libraries.tracker);
    tell('Joining the modules of the command …');
    const newerNode = isForRegistry ? manifest.version : `file:copydesk-node-${manifest.version}.tgz`;
    await buildCommand(folder('copydesk'), libraries, newerNode);
    await mkdir(folder('node'));
    const node = nodePackage(manifest.dependencies.node);
    await writeFile(path.join(folder('node'), 'package.json'), `${JSON.stringify(node, null, 2)}\n`);
    await writeFile(path.join(folder('node'), 'README.md'), `# ${node.name}\n\n${node.description}.\n`);
    for (const [name, directory] of Object.entries(packages)) {
      if (repository !== undefined) await addProvenance(folder(name), provenanceOf(repository, directory));
    }
    tell('Packing …');
    await mkdir(to, { recursive: true });
    return await pack(Object.keys(packages).map(folder), to);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function pack(folders: string[], to: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['pack', ...folders, '--pack-destination', to, '--json'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const packed = Packed.parse(JSON.parse(stdout));
  if (packed.length !== folders.length) throw new Error(`npm packed ${packed.length} of ${folders.length} packages`);
  for (const { filename, size, unpackedSize } of packed) {
    tell(`${filename}  ${megabytes(size)}, ${megabytes(unpackedSize)} unpacked`);
  }
  return packed.map(({ filename }) => path.join(to, filename));
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      repository: { type: 'string' },
      'for-registry': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(`${help}\n`);
  else {
    const to = path.resolve(values.to ?? fileURLToPath(new URL('../dist/packages', import.meta.url)));
    for (const file of await packAll(to, {
      repository: values.repository,
      isForRegistry: values['for-registry'],
    }))
      process.stdout.write(`${file}\n`);
  }
}
