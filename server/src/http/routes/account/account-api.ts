import type { FastifyInstance } from 'fastify';
import { addChangeMe } from './change-me.ts';
import { addEndMySession } from './end-my-session.ts';
import { addEndMySessions } from './end-my-sessions.ts';
import { addListMyProjects } from './list-my-projects.ts';
import { addListMySessions } from './list-my-sessions.ts';
import type { RouteServices } from '../route-services.ts';
import { addSetMyPassword } from './set-my-password.ts';

/** Adds the endpoints of the caller's own account. */
export function addAccountApi(app: FastifyInstance, services: RouteServices): void {
  addChangeMe(app, services);
  addSetMyPassword(app, services);
  addListMyProjects(app, services);
  addListMySessions(app, services);
  addEndMySessions(app, services);
  addEndMySession(app, services);
}
