import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { EventPlan } from './events.ts';
import { sendSingles } from './singles.ts';
import type { SinglesOrder } from './singles.ts';
import { sendWave, writeWave } from './wave.ts';
import type { Target, Wave } from './wave.ts';

/** The requests of the bench to the process that sends events. */
export type LoadRequest =
  | { kind: 'write'; plan: EventPlan; file: string; target: Target }
  | { kind: 'send'; connections: number }
  | { kind: 'singles'; order: SinglesOrder };

/** The result, in seconds. The CPU time is that of this process. */
export interface LoadAnswer {
  /** Events, or requests where each contains one. */
  count: number;
  seconds: number;
  cpuSeconds: number;
}

// A separate process, so that its cost is counted separately, and what it writes beforehand is not in the measured
// time.
let wave: Wave | undefined;

process.on('message', (request: LoadRequest) => {
  void timed(request).then((answer) => process.send?.(answer));
});

async function timed(request: LoadRequest): Promise<LoadAnswer> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const count = await carryOut(request);
  const { user, system } = process.cpuUsage(cpu);
  return { count, seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
}

async function carryOut(request: LoadRequest): Promise<number> {
  if (request.kind === 'singles') return await sendSingles(request.order);
  if (request.kind === 'write') {
    wave = await writeWave(request);
    return wave.events;
  }
  if (wave === undefined) throw new Error('There is no wave to send');
  const sent = await sendWave(wave, request.connections);
  await rm(wave.file);
  return sent;
}
