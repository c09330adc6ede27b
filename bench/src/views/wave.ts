import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CollectResult } from '@copydesk/contract';
import { openConnection, postHead } from './connection.ts';
import { generateBatches } from './events.ts';
import type { EventPlan } from './events.ts';

/** The server that events are sent to. */
export interface Target {
  url: string;
  token: string;
  /** The ids of the projects, by their numbers in the plan. */
  projectIds: string[];
}

/** Requests in a file, as they are sent. */
export interface Wave {
  file: string;
  events: number;
  requests: { start: number; length: number; events: number }[];
  url: string;
}

/** Events per request. */
const batchSize = 1_000;

/** Writes the requests of a plan into a file, including their heads. */
export async function writeWave(order: { plan: EventPlan; file: string; target: Target }): Promise<Wave> {
  const { plan, file, target } = order;
  const wave: Wave = { file, events: 0, requests: [], url: target.url };
  const heads = target.projectIds.map((id) =>
    postHead(target.url, `/v1/collect/${id}`, {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
    }),
  );
  const handle = await open(file, 'w');
  let place = 0;
  for (const { project, body, events } of generateBatches(plan, batchSize)) {
    const request = Buffer.from(`${heads[project] ?? ''}${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await handle.write(request);
    wave.requests.push({ start: place, length: request.length, events });
    wave.events += events;
    place += request.length;
  }
  await handle.close();
  return wave;
}

/** Sends a wave over several connections, each with one request in flight. Returns how many events were accepted. */
export async function sendWave(wave: Wave, connections: number): Promise<number> {
  const handle = await open(wave.file, 'r');
  const next = wave.requests.values();
  const accepted = await Promise.all(Array.from({ length: connections }, () => sendEach(wave.url, handle, next)));
  await handle.close();
  const sum = accepted.reduce((total, count) => total + count, 0);
  if (sum !== wave.events) throw new Error(`Of ${wave.events} events ${sum} were accepted`);
  return sum;
}

async function sendEach(url: string, handle: FileHandle, requests: Iterable<Wave['requests'][number]>) {
  let connection = await openConnection(url);
  let accepted = 0;
  for (const { start, length } of requests) {
    const { buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, start);
    let { status, body } = await connection.send(buffer);
    // An overloaded server answers with 503. The ids prevent that a retry counts twice.
    while (status === 503) {
      await setTimeout(200);
      connection.close();
      connection = await openConnection(url);
      ({ status, body } = await connection.send(buffer));
    }
    if (status !== 202) throw new Error(`A batch was answered ${status}: ${body}`);
    accepted += CollectResult.parse(JSON.parse(body)).accepted;
  }
  connection.close();
  return accepted;
}
