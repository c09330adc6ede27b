import { once } from 'node:events';
import { connect } from 'node:net';
import type { Ask, Label, MadeRequest } from './ask.ts';

/** Sends each request to a local server, byte for byte, and returns the requests with their statuses. */
export async function drive(port: number, asks: readonly Ask[]): Promise<MadeRequest[]> {
  const made: MadeRequest[] = [];
  for (const ask of asks) {
    const statuses = await send(port, ask);
    const { line, userAgent = '', label, withHeaders = label } = ask;
    for (const status of statuses) {
      made.push({ line, userAgent, status, label: judged(label, status), withHeaders: judged(withHeaders, status) });
    }
  }
  return made;
}

/** Adjusts a label, since servers answer the same request differently: a redirected reader has seen no page. */
function judged(label: Label, status: number): Label {
  const isPage = 'page' in label || 'missing' in label;
  const isServed = (status >= 200 && status < 300) || status === 304 || status === 404;
  return isPage && !isServed ? { drop: 'not_served' } : label;
}

/** Sends the requests one after another over one connection, and returns the statuses of the responses. */
async function send(port: number, { line, headers = {}, userAgent, times = 1 }: Ask): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  const statuses: number[] = [];
  for (let time = 1; time <= times; time += 1) {
    const fields = {
      Host: `docs.example.com:${port}`,
      ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }),
      ...headers,
      ...(line.startsWith('POST') ? { 'Content-Length': '0' } : {}),
      ...(time === times ? { Connection: 'close' } : {}),
    };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n`);
    statuses.push(await readStatus(socket, line.startsWith('HEAD')));
  }
  socket.end();
  if (!socket.closed) await once(socket, 'close');
  return statuses;
}

/** Returns the status of a response once it is complete by its length. */
async function readStatus(socket: ReturnType<typeof connect>, headOnly: boolean): Promise<number> {
  let answer = '';
  const status = (): number => Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? 0);
  while (!isComplete(answer, headOnly || status() === 304)) {
    const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [undefined])]);
    if (!(chunk instanceof Buffer)) break;
    answer += chunk.toString('latin1');
  }
  return status();
}

function isComplete(answer: string, headOnly: boolean): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.slice(0, end);
  const body = answer.slice(end + 4);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (headOnly || head.startsWith('HTTP/1.1 204')) return true;
  if (/^transfer-encoding: chunked/im.test(head)) return body.endsWith('0\r\n\r\n');
  return length !== undefined && body.length >= Number(length);
}
