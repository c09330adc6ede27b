import type { Job, JobEvent, JobText, JobWaiting } from '@copydesk/contract';
import { expect, test } from 'vitest';
import type { Context } from '../../src/operator/context.ts';
import type { Operator, OperatorServices } from '../../src/operator/operator.ts';
import { watchHere } from '../../src/operator/job/watch.ts';
import { keptTerminal } from './terminal-stub.ts';

const active = { id: 'job_1', status: 'active' } as Job;
const completed = { ...active, status: 'completed' } as Job;

function event(sequence: number): JobEvent {
  const at = `2024-03-09T10:00:0${sequence}.000Z`;
  return { sequence, at, type: 'message', data: { position: sequence, prompt: `prompt ${sequence}`, from: null } };
}

/** A server whose job is as `house` says; each call of `ring` reports a change. */
function openStubServer(house: { job: Job; events: JobEvent[]; workers: number; waiting?: (JobWaiting | null)[] }) {
  const bells = new Set<() => void>();
  const readers = new Set<(piece: JobText) => void>();
  const worked: string[] = [];
  const services: Partial<OperatorServices> = {
    readJob: () => Promise.resolve(house.job),
    listEvents: (_, { after }) =>
      Promise.resolve({
        events: house.events.filter(({ sequence }) => sequence === after + 1),
        hasMore: house.events.length > after + 1,
      }),
    readWaiting: () => Promise.resolve(house.waiting?.shift() ?? null),
    pollMilliseconds: 1000,
    onJobEvent(_, callback) {
      bells.add(callback);
      return () => bells.delete(callback);
    },
    onJobText(_, callback) {
      readers.add(callback);
      return () => readers.delete(callback);
    },
    workersAlive: () => Promise.resolve(house.workers > 0),
    workUntilDone(jobId) {
      worked.push(jobId);
      house.job = completed;
      ring();
      return Promise.resolve();
    },
  };
  const ring = () => bells.forEach((bell) => bell());
  const write = (step: number, offset: number, text: string) => readers.forEach((read) => read({ step, offset, text }));
  return { services: services as OperatorServices, worked, bells, readers, ring, write };
}

function openContext(stopRequested: Promise<NodeJS.Signals> = new Promise(() => {}), interactive = false) {
  const { terminal, written } = keptTerminal({ interactive });
  const context: Context = {
    operator: {} as Operator,
    terminal,
    now: () => new Date('2024-03-09T10:00:00Z'),
    stopRequest: () => stopRequested,
    exit: { code: 0 },
  };
  return { context, written };
}

test('every entry is reported once, in order, over several pages, to the end of the job', async () => {
  const state = { job: active, events: [event(1), event(2)], workers: 1 };
  const { services, worked, bells, ring } = openStubServer(state);
  const { context, written } = openContext();
  const watching = watchHere(context, services, { projectId: 'prj_1', job: active });
  state.events.push(event(3));
  state.job = completed;
  ring();
  expect(await watching).toEqual({ job: completed, projectId: 'prj_1', interrupted: undefined });
  expect(written.err.split('\n').map((line) => line.trim())).toEqual([
    '0.0s  message  prompt 1',
    '1.0s  message  prompt 2',
    '2.0s  message  prompt 3',
    '',
  ]);
  expect({ worked, bells: bells.size }).toEqual({ worked: [], bells: 0 });
});

test('if no worker is alive, this process works on the job and says so', async () => {
  const { services, worked } = openStubServer({ job: active, events: [], workers: 0 });
  const { context, written } = openContext();
  expect(await watchHere(context, services, { projectId: 'prj_1', job: active })).toMatchObject({ job: completed });
  expect(worked).toEqual(['job_1']);
  expect(written.err).toContain('this command works on the job itself');
});

test('a note replaces the line of the current step', async () => {
  const { services } = openStubServer({ job: active, events: [], workers: 0 });
  const { context, written } = openContext(undefined, true);
  await watchHere(context, services, { projectId: 'prj_1', job: active });
  expect(written.err).toContain('\r\u001B[2KNo worker is running');
});

test('a terminal shows the end of the current text of the model on one line, and a pipe shows none of it', async () => {
  for (const interactive of [true, false]) {
    const state = { job: active, events: [] as JobEvent[], workers: 1 };
    const { services, ring, write, readers } = openStubServer(state);
    const { context, written } = openContext(undefined, interactive);
    const watching = watchHere(context, services, { projectId: 'prj_1', job: active });
    write(1, 0, 'I look at\nthe \u001b[31mpages ');
    write(1, 99, 'lost');
    write(1, 25, `and ${'so on, '.repeat(20)}to the end.`);
    write(1, 0, 'Again.');
    state.job = completed;
    ring();
    await watching;
    const lines = [
      '         … 0s  I look at the ␛[31mpages',
      '         … 0s  …on, so on, so on, so on, so on, so on, so on, so on, to the end.',
      '         … 0s  Again.',
    ];
    const erase = '\r\u001B[2K';
    const shown = lines.map((line) => `${erase}\u001B[2m${line}\u001B[22m`).join('') + erase;
    expect(written.err).toBe(interactive ? shown : '');
    expect(readers.size).toBe(0);
  }
});

test('a job that has ended needs no worker', async () => {
  const { services, worked } = openStubServer({ job: completed, events: [event(1)], workers: 0 });
  const { context } = openContext();
  await watchHere(context, services, { projectId: 'prj_1', job: completed });
  expect(worked).toEqual([]);
});

test('an interruption ends the watch, not the job', async () => {
  const { services, bells } = openStubServer({ job: active, events: [event(1)], workers: 1 });
  const { context } = openContext(Promise.resolve('SIGINT'));
  const watched = await watchHere(context, services, { projectId: 'prj_1', job: active });
  expect(watched).toEqual({ job: active, projectId: 'prj_1', interrupted: 'SIGINT' });
  expect(bells.size).toBe(0);
});

test('an error of the work ends the watch with that error', async () => {
  const { services } = openStubServer({ job: active, events: [], workers: 0 });
  const { context } = openContext();
  const broken = { ...services, workUntilDone: () => Promise.reject(new Error('the disk is full')) };
  await expect(watchHere(context, broken, { projectId: 'prj_1', job: active })).rejects.toThrow('the disk is full');
});

const limit = (detail: string): JobWaiting => ({ reason: 'project_limit', ahead: 1, until: null, detail });

test('a job that waits for other jobs of its project reports it, and again when their number changes', async () => {
  const waiting = [limit('2 come first.'), limit('2 come first.'), limit('1 comes first.'), null];
  const state = { job: active, events: [], workers: 1, waiting };
  const { services, ring } = openStubServer(state);
  const { context, written } = openContext();
  const watching = watchHere(context, services, { projectId: 'prj_1', job: active });
  for (let look = 0; look < 4; look += 1) {
    await expect.poll(() => waiting.length).toBe(3 - look);
    ring();
  }
  state.job = completed;
  ring();
  await watching;
  expect(written.err).toBe('Waiting: 2 come first.\nWaiting: 1 comes first.\n');
});
