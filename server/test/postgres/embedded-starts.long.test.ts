import { spawn } from 'node:child_process';
import { chown, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chooseAddress } from '../../src/postgres/embedded/address.ts';
import { findBinaries } from '../../src/postgres/embedded/binaries.ts';
import { openCluster } from '../../src/postgres/embedded/cluster.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';
import { findMistakenFor } from '../../src/postgres/embedded/pid-file.ts';
import { startServerProcess } from '../../src/postgres/embedded/process.ts';
import { serverParameters } from '../../src/postgres/embedded/server-parameters.ts';
import { holdServer, serverProcess } from '../support/embedded-process.ts';
import { copyCluster } from '../support/made-cluster.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('when two processes start a server on the files of a killed one, the slower start fails and leaves the files of the faster one unchanged', async () => {
  await using folder = await temporaryFolder();
  const data = await copyCluster(folder.path);
  const machine = thisMachine();
  const { place } = await openCluster(folder.path, machine, { info: () => {}, warn: () => {} });
  const address = await chooseAddress(place, machine);
  const pidFile = path.join(data, 'postmaster.pid');
  const other = spawn('/bin/sleep', ['600'], place.runAs);
  await writeFile(pidFile, `${other.pid}\n${data}\n`);
  if (place.runAs !== undefined) await chown(pidFile, place.runAs.uid, place.runAs.gid);

  // The slower one has checked the files, and then the faster one starts its server.
  const mistakenFor = await findMistakenFor(data, address);
  expect(mistakenFor).toBe(other.pid);
  const quicker = await holdServer({ directory: folder.path });
  const good = await readFile(pidFile, 'utf8');
  const { postgres } = await findBinaries(machine, place);
  const surroundings = { folder: data, runAs: place.runAs, log: place.log, mistakenFor };
  const slower = await startServerProcess(postgres, serverParameters(place, address), surroundings);
  while (slower.exitCode === undefined) await setTimeout(20);

  expect(slower.exitCode).toBe(1);
  expect(await readFile(pidFile, 'utf8')).toBe(good);
  expect(good.split('\n')[4]).toBe(address.host);
  await quicker.ping();
  await quicker.stop();
  expect(await serverProcess(data)).toBeUndefined();
  other.kill();
});
