import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { asks } from './recording/ask.ts';
import { drive } from './recording/drive.ts';
import { countByHand } from './recording/hand-count.ts';
import { nginx } from './recording/nginx.ts';
import { isInstalled, startServer } from './recording/server.ts';
import { importRig } from './rig.ts';
import type { ImportRig } from './rig.ts';

let rig: ImportRig;
beforeAll(async () => (rig = await importRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());

// In addition to the recorded logs of recorded.long.test.ts, which are imported on every machine.
test.runIf(isInstalled('nginx'))(
  'the log of the nginx of this machine tells what was counted by hand (not run where nginx is not installed)',
  async () => {
    await using folder = await temporaryFolder(0o755);
    rig.moveTo(new Date().toISOString());
    const server = await startServer(nginx, folder.path);
    const made = await drive(server.port, asks);
    await server.stop();
    const byHand = countByHand(made, ({ label }) => label);

    const project = await rig.newProject();
    const log = server.log('combined');
    expect(await rig.run(project, [log])).toMatchObject({ lines: made.length, dropped: byHand.dropped });
    expect(await rig.run(project, [log])).toMatchObject({ lines: 0 });
    expect(await rig.numbers(project)).toMatchObject({ pages: byHand.pages, missing: byHand.missing });
  },
);
