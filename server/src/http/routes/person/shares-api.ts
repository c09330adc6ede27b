import type { FastifyInstance } from 'fastify';
import { addCreateShare } from './create-share.ts';
import { addListShares } from './list-shares.ts';
import { addRevokeShare } from './revoke-share.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of share links. */
export function addSharesApi(app: FastifyInstance, services: RouteServices): void {
  addListShares(app, services);
  addCreateShare(app, services);
  addRevokeShare(app, services);
}
