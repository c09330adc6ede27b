import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuOfDescendants, peakMegabytes } from '../../views/process-figures.ts';
import { peakMemory, processorTime, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { commandOf } from '../states/lane.ts';
import type { Lane } from '../states/lane.ts';
import { createKey, createProject, serve } from '../states/serve.ts';
import { defineBench } from './bench.ts';

const commandRounds = 3;
const versionsPerRound = 4;
const serverRounds = 3;

export const start = defineBench({
  summary: 'the start of the command and of the server, with new and with existing data',
  figures: {
    version: { ...time('copydesk --version'), least: 0.1 },
    list: { ...time('copydesk project list, beside a server'), least: 0.1 },
    fresh: { ...time('copydesk serve until ready, new data'), least: 0.1 },
    freshProcessor: { ...processorTime('  processor time', 's'), least: 0.1 },
    again: { ...time('copydesk serve until ready, existing data'), least: 0.1 },
    againProcessor: { ...processorTime('  processor time', 's'), least: 0.1 },
    peak: { ...peakMemory('  peak memory of the server'), summary: 'median' },
  },
  async measure({ lanes, model, progress }, recorder) {
    progress('starting everything once, which caches compiled code');
    await eachLane(lanes, async (lane) => {
      await using server = await serve(lane, model.url);
      await createKey(server);
      await createProject(server, 'Docs');
    });

    progress('starting servers');
    await inTurns(lanes, serverRounds, recorder, async (lane, round) => {
      const fresh = await startAndStop(lane, model.url, `round-${round}`);
      const again = await startAndStop(lane, model.url, `round-${round}`);
      return {
        fresh: [fresh.readyAfter],
        freshProcessor: [fresh.processorSeconds],
        again: [again.readyAfter],
        againProcessor: [again.processorSeconds],
        peak: [again.peak],
      };
    });

    progress('running commands');
    await using stack = new AsyncDisposableStack();
    const served = await eachLane(lanes, async (lane) => ({
      ...lane,
      server: stack.use(await serve(lane, model.url)),
    }));
    await inTurns(served, commandRounds, recorder, async (lane) => {
      const version: number[] = [];
      while (version.length < versionsPerRound) version.push(await timeOf(() => askForVersion(lane)));
      return { version, list: [await timeOf(() => lane.server.command('project', 'list'))] };
    });
  },
});

async function startAndStop(lane: Lane, modelUrl: string, dataName: string) {
  await using server = await serve(lane, modelUrl, dataName);
  return {
    readyAfter: server.readyAfterMilliseconds,
    processorSeconds: await cpuOfDescendants(server.processId),
    peak: await peakMegabytes(server.processId),
  };
}

async function askForVersion({ state, folder }: Lane): Promise<void> {
  const [program, script] = commandOf(state);
  await promisify(execFile)(program, [script, '--version'], { cwd: folder, env: { PATH: process.env.PATH } });
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
