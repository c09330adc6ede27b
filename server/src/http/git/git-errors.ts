import type { FastifyInstance } from 'fastify';
import { problemReply } from '../problem.ts';
import type { HttpServices } from '../services.ts';
import { sendAndClose } from '../load/unread-body.ts';

/**
 * Answers errors of a scope's routes with a sentence in plain text, which git shows its user in lines that begin with
 * `remote:`. Of a body of any other type git shows only `The requested URL returned error: 403`.
 */
export function sendErrorsToGit(app: FastifyInstance, services: HttpServices): void {
  app.setErrorHandler((thrown, request, reply) => {
    if (!request.headers['user-agent']?.startsWith('git/')) throw thrown;
    const asked = { log: request.log, target: request.raw.url, requestId: request.id };
    const { known, status, headers } = problemReply(services, thrown, asked);
    // The route sets its own challenge, because git does not support Bearer.
    const { 'www-authenticate': _bearer, ...others } = headers;
    reply.status(status).headers(others).type('text/plain; charset=utf-8');
    return sendAndClose(request, reply, `${known.message}\n`);
  });
}
