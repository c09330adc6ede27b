import type { FastifyInstance } from 'fastify';

const largestFormBytes = 64 * 1024;

/** Lets the routes of a scope take HTML forms; a field that is given twice counts once, as the last. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestFormBytes },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}

/** A field of a form that was sent; undefined when there is none. */
export function field(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}
