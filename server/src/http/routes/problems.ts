import { CopydeskError, errorCodes, errorTable } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { problemAddress } from '../problem.ts';
import type { HttpServices } from '../services.ts';

/** `GET /problems/{code}`: what the `type` of a problem points at. */
export function addProblems(app: FastifyInstance, { baseUrl }: Pick<HttpServices, 'baseUrl'>): void {
  app.get<{ Params: { code: string } }>('/problems/:code', async (request) => {
    const code = errorCodes.find((one) => one === request.params.code);
    if (code === undefined) throw new CopydeskError('route_not_found', 'There is no problem of this name.');
    return { type: problemAddress(baseUrl, code), code, ...errorTable[code] };
  });
}
