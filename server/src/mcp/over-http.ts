import { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import type { HttpPlugin } from '../http/services.ts';
import { authenticate } from '../http/session/authenticate.ts';

/**
 * MCP over streamable HTTP, without sessions: `POST /mcp`, and `POST /mcp/read-only`, which changes nothing. Each tool
 * calls the API within this process with the key of the request, so all checks exist in one place only.
 */
export function mcpOverHttp(): HttpPlugin {
  return (app, services) => {
    app.decorateRequest('callerId', '');
    // Fastify must not read the body: it is read below, after the caller is authenticated.
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const [url, readOnly] of [['/mcp', false] as const, ['/mcp/read-only', true] as const]) {
      app.post(url, {
        config: { room: 'api' },
        onRequest: async (request) => {
          requireOwnOrigin(request, services.baseUrl);
          if (request.headers.authorization === undefined) throw noKey();
          const caller = await authenticate(services, request);
          request.setDecorator('callerId', caller.id);
        },
        handler: async (request, reply) => {
          // The protocol's schemas are a tenth of what a server would load at its start, and few installations use MCP.
          const { answerMessage } = await import('./answer-message.ts');
          return await answerMessage(app, services, { readOnly }, request, reply);
        },
      });
    }
  };
}

/**
 * Refuses requests from other origins: a page of another site must not use its visitor's key, nor reach a server of the
 * visitor's network through its own host name.
 */
function requireOwnOrigin({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  throw new CopydeskError(
    'forbidden_origin',
    'The request came from a page of another site. Use MCP from a program: those send no Origin header.',
  );
}

function noKey(): CopydeskError {
  return new CopydeskError(
    'credentials_required',
    'MCP needs an API key. Set the header "Authorization: Bearer <key>" in the settings of your client.',
  );
}
