import { CopydeskError } from '@copydesk/contract';
import type { FastifyReply } from 'fastify';
import type { Project } from '../../projects/project.ts';

/**
 * 403: the page that sends a view must be of the project's site. Its script is then allowed to read the answer.
 *
 * @throws CopydeskError `origin_not_allowed`.
 */
export function admitOrigin(project: Project, origin: string, reply: FastifyReply): void {
  reply.header('vary', 'Origin');
  if (!project.origins.includes(origin)) {
    throw new CopydeskError(
      'origin_not_allowed',
      `The project does not take views from the origin ${JSON.stringify(origin.slice(0, 200))}. Allow it with ` +
        '"copydesk project set <project> --origin <origin>", or send views from your server with a key.',
    );
  }
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' });
}

/** The answer to a browser's question whether it may send JSON (a preflight request). */
export const preflightHeaders = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': '7200',
};
