import { CopydeskError } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';
import type { TellHeaders } from './sending.ts';

/**
 * Lets any page read why its views are refused, which says nothing that is not public: a script that cannot read a
 * refusal takes it for a server that is away, and sent each view four times.
 */
export function showRefusal(tell: TellHeaders): void {
  tell({ vary: 'Origin', 'access-control-allow-origin': '*' });
}

/**
 * 403: the page that sends a view must be of the project's site. Its script is then allowed to read the answer.
 *
 * @throws CopydeskError `origin_not_allowed`.
 */
export function admitOrigin(project: Project, origin: string, tell: TellHeaders): void {
  if (!project.origins.includes(origin)) {
    throw new CopydeskError(
      'origin_not_allowed',
      `The project does not take views from the origin ${JSON.stringify(origin.slice(0, 200))}. Allow it with ` +
        '"copydesk project set <project> --origin <origin>", or send views from your server with a key.',
    );
  }
  tell({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' });
}

/**
 * The answer to a browser that asks beforehand whether its page may send JSON: it may not where nothing says that it
 * may.
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
