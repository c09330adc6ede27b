import { z } from 'zod';
import { openConnection, postHead } from '../../views/connection.ts';
import type { Connection } from '../../views/connection.ts';
import type { ProjectPlace } from './desk.ts';

const Accepted = z.object({ accepted: z.number() });

/**
 * Sends bodies of events over several connections, each with one request in flight. They are opened before the time
 * is measured, and anew each time: a server closes those that were idle while the other lanes worked.
 *
 * @returns the seconds.
 * @throws Error when the server did not accept every event.
 */
export async function timeSendingViews(
  place: ProjectPlace,
  { bodies, events, connections }: { bodies: readonly Buffer[]; events: number; connections: number },
): Promise<number> {
  const open: Connection[] = [];
  while (open.length < connections) open.push(await openConnection(place.url));
  const head = postHead(place.url, `/v1/collect/${place.projectId}`, {
    authorization: `Bearer ${place.token}`,
    'content-type': 'application/json',
  });
  const begun = performance.now();
  const next = bodies.values();
  const accepted = await Promise.all(open.map((connection) => sendEach(connection, head, next)));
  const seconds = (performance.now() - begun) / 1_000;
  for (const connection of open) connection.close();
  const sum = accepted.reduce((total, number) => total + number, 0);
  if (sum !== events) throw new Error(`Of ${events} events ${sum} were accepted`);
  return seconds;
}

async function sendEach(connection: Connection, head: string, bodies: Iterable<Buffer>): Promise<number> {
  let accepted = 0;
  for (const body of bodies) {
    const answer = await connection.send(`${head}${body.length}\r\n\r\n`, body);
    if (answer.status !== 202) throw new Error(`Events were answered ${answer.status}: ${answer.body}`);
    accepted += Accepted.parse(JSON.parse(answer.body)).accepted;
  }
  return accepted;
}
