import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { addVersion } from './release/changelog.ts';
import { addressOfRemote, provenanceOf } from './release/provenance.ts';
import { setVersion } from './release/set-version.ts';

const help = `Makes a release, up to the point of publishing it.

  npm run release -- <version> [options]

  --to <folder>           where its files go (dist/release)
  --repository <address>  the https address of the repository, for the packages' manifests (that of the remote "origin")
  --help                  this text

It gives all workspaces the version, adds the commits since the last tag to CHANGELOG.md, packs the packages, writes a bill
of materials and checksums, commits and tags. It publishes nothing: it says what does. Needs a work tree without changes.`;

const root = fileURLToPath(new URL('..', import.meta.url));

async function release(version: string, to: string, named: string | undefined): Promise<void> {
  await refuseUnready(version);
  const repository = named ?? (await originAddress());
  if (repository !== undefined) provenanceOf(repository, undefined);
  try {
    await setVersion(root, version);
    const changelog = path.join(root, 'CHANGELOG.md');
    const before = await readFile(changelog, 'utf8').catch(() => '');
    const date = new Date().toISOString().slice(0, 10);
    await writeFile(changelog, addVersion(before, version, date, await subjectsSinceTag()));
    await git('add', '--all');
    await writeFiles(version, to, repository);
    tell('Committing and tagging …');
    await git('commit', '--quiet', '--message', `Release ${version}`);
    await git('tag', '--annotate', '--message', `Copydesk ${version}`, `v${version}`);
  } catch (error) {
    // Safe, because the work tree had no changes before.
    await git('reset', '--quiet', '--hard');
    throw error;
  }
  process.stdout.write(await nextSteps(version, to, repository));
}

async function refuseUnready(version: string): Promise<void> {
  if ((await git('status', '--porcelain')) !== '') throw new Error('The work tree has changes: commit them first');
  if ((await git('tag', '--list', `v${version}`)) !== '') throw new Error(`There is a tag v${version} already`);
}

async function subjectsSinceTag(): Promise<string[]> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => undefined);
  if (tag === undefined) return ['The first version'];
  const log = await git('log', '--no-merges', '--format=%s', `${tag}..HEAD`);
  return log.split('\n').filter((line) => line !== '');
}

/** A separate process builds the packages, so that it reads the new version. */
async function writeFiles(version: string, to: string, repository: string | undefined): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const script = fileURLToPath(new URL('package.ts', import.meta.url));
  const of = repository === undefined ? [] : ['--repository', repository];
  tell('Packing the packages, which takes a minute …');
  const packed = (await run(process.execPath, [script, '--for-registry', '--to', to, ...of]))
    .split('\n')
    .map((file) => path.basename(file));
  const form = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--package-lock-only'];
  tell('Writing the bill of materials and the checksums …');
  const sbom = `copydesk-${version}.cdx.json`;
  await writeFile(path.join(to, sbom), `${await run('npm', ['sbom', ...form])}\n`);
  const sums: string[] = [];
  for (const name of [...packed, sbom].toSorted()) {
    const hash = createHash('sha256').update(await readFile(path.join(to, name)));
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(path.join(to, 'SHA256SUMS'), sums.join(''));
}

/** Returns the address that the work tree was cloned from; undefined when that is no host. */
async function originAddress(): Promise<string | undefined> {
  const remote = await git('remote', 'get-url', 'origin').catch(() => '');
  return addressOfRemote(remote);
}

async function nextSteps(version: string, to: string, repository: string | undefined): Promise<string> {
  const folder = path.relative(process.cwd(), to);
  const packages = ['contract', 'client', 'tracker', 'node'].map((name) => `copydesk-${name}-${version}.tgz`);
  const publish = [...packages, `copydesk-${version}.tgz`].map(
    (name) => `  npm publish --provenance ${folder}/${name}\n`,
  );
  const image = [
    '--platform linux/amd64,linux/arm64',
    '--provenance=mode=max',
    '--sbom=true',
    `--tag copydesk:${version}`,
  ];
  return [
    `Release ${version} is commit ${await git('rev-parse', 'HEAD')}, tagged v${version}; its files are in ${folder}.\n`,
    repository === undefined
      ? 'Its manifests name no repository, and npm signs for none then: make it again with --repository to publish it.\n'
      : `Its manifests name ${repository}.\n`,
    'Nothing is published yet. What does, where a CI signs for its origin:\n\n',
    `  git push --follow-tags\n`,
    ...publish,
    `  mkdir -p dist/packages && cp ${folder}/copydesk-{,node-}${version}.tgz dist/packages/\n`,
    `  docker buildx build ${image.join(' ')} .\n`,
    `  helm package chart --destination ${folder}\n`,
  ].join('');
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function git(...words: string[]): Promise<string> {
  return run('git', words);
}

async function run(program: string, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  return stdout.trimEnd();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, repository: { type: 'string' }, help: { type: 'boolean' } },
});
const [version] = positionals;
if (values.help || version === undefined) process.stdout.write(`${help}\n`);
else {
  await release(version, path.resolve(values.to ?? path.join(root, 'dist/release')), values.repository).catch(
    (error: unknown) => {
      process.stderr.write(`Not released: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
