import type { FastifyInstance } from 'fastify';
import { addChangeMe } from './change-me.ts';
import type { RouteServices } from './route-services.ts';

/** The endpoints of the account of the person who asks. */
export function addAccountApi(app: FastifyInstance, services: RouteServices): void {
  addChangeMe(app, services);
}
