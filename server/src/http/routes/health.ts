import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../services.ts';

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can take requests; otherwise 503 with everything that
 * prevents it. Both are answered under any load.
 */
export function addHealth(app: FastifyInstance, services: HttpServices, isClosing: () => boolean): void {
  const config = { answersAlways: true } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    if (isClosing()) throw new CopydeskError('draining', 'The server is shutting down.');
    const faults = await services.readiness();
    if (faults.length > 0) throw notReady(faults);
    return { status: 'ready' };
  });
}

function notReady(faults: { name: string; detail: string }[]): CopydeskError {
  return new CopydeskError('database_unavailable', faults.map(({ detail }) => detail).join(' '), {
    errors: faults.map(({ name, detail }) => ({ detail: `${name}: ${detail}` })),
  });
}
