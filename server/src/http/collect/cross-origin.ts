import { CopydeskError } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';
import type { SetHeaders } from './sending.ts';

/**
 * Lets any page read why its views are refused, which reveals nothing that is not public. A script that cannot read a
 * refusal takes the server for unreachable, and sent each view four times.
 */
export function showRefusal(setHeaders: SetHeaders): void {
  setHeaders({ vary: 'Origin', 'access-control-allow-origin': '*' });
}

/**
 * Checks 403: the page that sends a view must belong to the project's site. Its script may then read the reply.
 *
 * @throws CopydeskError `origin_not_allowed`.
 */
export function admitOrigin(project: Project, origin: string, setHeaders: SetHeaders): void {
  if (!project.origins.includes(origin)) {
    throw new CopydeskError(
      'origin_not_allowed',
      `The project does not accept views from the origin ${JSON.stringify(origin.slice(0, 200))}. Allow it with ` +
        '"copydesk project set <project> --origin <origin>", or send views from your server with a key.',
    );
  }
  setHeaders({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' });
}

/**
 * Returns the headers of the reply to a preflight request, which asks whether a page may send JSON. Without permission
 * in the headers it may not.
 */
export function preflightHeaders(project: Project | undefined, origin: string | undefined): Record<string, string> {
  const headers = { allow: 'OPTIONS, POST', vary: 'Origin' };
  if (origin === undefined || !project?.origins.includes(origin)) return headers;
  return {
    ...headers,
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '7200',
  };
}
