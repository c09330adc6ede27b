import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../services.ts';

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can take requests; 503 with what is in the way when not.
 * Both are answered under any load.
 */
export function addHealth(app: FastifyInstance, services: HttpServices, isClosing: () => boolean): void {
  const config = { answersAlways: true } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const faults = isClosing() ? [drainingFault] : await readFaults(services);
    if (faults.length > 0) return reply.status(503).header('retry-after', '5').send({ status: 'not ready', faults });
    return { status: 'ready', faults: [] };
  });
}

interface Fault {
  name: string;
  detail: string;
}

const drainingFault: Fault = { name: 'draining', detail: 'The server is shutting down.' };

async function readFaults(services: HttpServices): Promise<Fault[]> {
  try {
    return await services.readiness();
  } catch (error) {
    services.log.warn({ err: error }, 'the readiness could not be found out');
    return [{ name: 'database', detail: 'The database cannot be reached.' }];
  }
}
