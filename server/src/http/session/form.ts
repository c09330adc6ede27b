import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBody } from '../checks/body.ts';
import type { BodyLimits } from '../checks/body.ts';

const largestFormBytes = 64 * 1024;

/**
 * The largest form of the desk has some sixty fields. Anybody may send a form, and parsing thousands of fields makes
 * others wait.
 */
const mostFields = 500;

/**
 * Lets the routes of a scope accept HTML forms, of up to 64 KiB unless a route has its own `bodyLimit`. When a field is
 * sent twice, the last one counts.
 */
export function takeForms(app: FastifyInstance, limits: BodyLimits): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const { bodyLimit } = request.routeOptions;
    const bodyBytes = bodyLimit === app.initialConfig.bodyLimit ? largestFormBytes : bodyLimit;
    const body = await readBody(request.raw, { ...limits, bodyBytes });
    return readForm(body.toString());
  });
}

function readForm(body: string): Record<string, string> {
  if (body.split('&', mostFields + 1).length <= mostFields) return Object.fromEntries(new URLSearchParams(body));
  const detail = `may have at most ${mostFields} fields`;
  throw new CopydeskError('invalid_request', `The form ${detail}.`, { errors: [{ pointer: '', detail }] });
}

/**
 * Returns a field of a form or a query; undefined when it was not sent.
 *
 * @throws CopydeskError `invalid_request` when it contains a NUL, which cannot be typed and which PostgreSQL does not accept.
 */
export function field(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  if (typeof value !== 'string') return undefined;
  if (!value.includes('\0')) return value;
  const detail = 'must not contain a NUL character';
  throw new CopydeskError('invalid_request', `The field "${name}" ${detail}.`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}
