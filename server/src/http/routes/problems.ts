import { CopydeskError, errorCodes, errorTable } from '@copydesk/contract';
import type { ErrorCode } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { acceptsHtml } from '../replies/accept-html.ts';
import { problemAddress } from '../problem.ts';
import type { HttpServices } from '../services.ts';

/** `GET /problems/{code}`: the page that the `type` of a problem points to; `GET /problems`: all of them. */
export function addProblems(
  app: FastifyInstance,
  services: Pick<HttpServices, 'baseUrl' | 'browser' | 'db' | 'now'>,
): void {
  const { baseUrl, browser } = services;
  app.get('/problems', async (request, reply) => {
    const page = acceptsHtml(request) ? await browser?.problems(services, request) : undefined;
    if (page !== undefined) return reply.headers(page.headers).send(page.body);
    return reply.header('vary', 'Accept').send({ problems: errorCodes.map((code) => rowOf(baseUrl, code)) });
  });

  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const code = errorCodes.find((one) => one === request.params.code);
    if (code === undefined) throw new CopydeskError('route_not_found', 'There is no problem with this name.');
    const page = acceptsHtml(request) ? await browser?.problems(services, request, code) : undefined;
    if (page !== undefined) return reply.headers(page.headers).send(page.body);
    return reply.header('vary', 'Accept').send(rowOf(baseUrl, code));
  });
}

function rowOf(baseUrl: string, code: ErrorCode): object {
  return { type: problemAddress(baseUrl, code), code, ...errorTable[code] };
}
