import { endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { sessionCookieName } from '../session/session-cookie.ts';
import { routingResponses } from './errors.ts';
import { operationOf } from './operation.ts';
import { componentSchemas } from './schemas.ts';
import { tags } from './tags.ts';
import { webhookRequests } from './webhooks.ts';

const description = `\
Copydesk edits documentation that is kept in git: a prompt becomes a pull request. And it counts who reads the docs,
people and AI apart.

Every request carries \`Authorization: Bearer <key>\`. Errors are RFC 9457 \`application/problem+json\` with a stable
\`code\`; each \`type\` is an address where the code is explained. Replies may get new fields: ignore those that you do not know.`;

/** Returns the OpenAPI 3.1 document of the whole API, built from the contract that the server itself uses. */
export function openApiDocument({ baseUrl, version }: { baseUrl: string; version: string }): object {
  const operations = Map.groupBy(Object.entries<Endpoint>(endpoints), ([, { path }]) => path);
  const paths = [...operations].map(([path, group]) => [path, pathItem(group, baseUrl)]);
  return {
    openapi: '3.1.0',
    info: { title: 'Copydesk', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: baseUrl }],
    tags,
    paths: Object.fromEntries(paths),
    webhooks: webhookRequests(),
    components: {
      schemas: componentSchemas(),
      responses: routingResponses(baseUrl),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'desk_ and 49 characters',
          description: 'An API key, made with `copydesk key create`. It is a secret of servers, never of browsers.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(baseUrl.startsWith('https:')),
          description:
            'A browser in which a person is signed in, on a page of this server: what changes something must say by ' +
            '`Origin` or `Sec-Fetch-Site` that it comes from there.',
        },
      },
    },
  };
}

function pathItem(group: [string, Endpoint][], baseUrl: string): object {
  return Object.fromEntries(
    group.map(([name, endpoint]) => [endpoint.method.toLowerCase(), operationOf(name, endpoint, baseUrl)]),
  );
}
