import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

// A server that does nothing but parse JSON, in a separate process: the cost of Node's HTTP by itself.
const answer = JSON.stringify({ accepted: 1, duplicates: 0, dropped: [] });
const server = createServer((request, response) => {
  void handle(request, response);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  if (body !== '') JSON.parse(body);
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
}
