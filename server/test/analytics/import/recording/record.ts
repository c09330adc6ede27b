/**
 * Records the logs of real web servers under ../fixtures, with the client's own list of its requests:
 *
 *     node server/test/analytics/import/recording/record.ts nginx apache caddy
 *
 * The servers must be on the PATH. The requests are those of ask.ts, and a browser's.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { apache } from './apache.ts';
import { asks } from './ask.ts';
import { browse } from './browse.ts';
import { caddy } from './caddy.ts';
import { drive } from './drive.ts';
import { nginx } from './nginx.ts';
import { startServer } from './server.ts';

const kinds = { nginx, apache, caddy };

for (const [name, kind] of Object.entries(kinds)) {
  if (!process.argv.slice(2).includes(name)) continue;
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-recording-'));
  const server = await startServer(kind, folder);
  const made = [...(await drive(server.port, asks)), ...(await browse(server.port))];
  await server.stop();
  const fixtures = fileURLToPath(new URL(`../fixtures/${name}/`, import.meta.url));
  await mkdir(fixtures, { recursive: true });
  for (const log of kind.logs) await cp(server.log(log), path.join(fixtures, `${log}.log`));
  await writeFile(path.join(fixtures, 'requests.json'), `${JSON.stringify(made, null, 2)}\n`);
  await rm(folder, { recursive: true });
}
