import type { FastifyInstance } from 'fastify';
import { addCreateKey } from './create-key.ts';
import { addGetKey } from './get-key.ts';
import { addListKeys } from './list-keys.ts';
import { addRevokeKey } from './revoke-key.ts';
import { addRotateKey } from './rotate-key.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of API keys. */
export function addKeysApi(app: FastifyInstance, services: RouteServices): void {
  addListKeys(app, services);
  addCreateKey(app, services);
  addGetKey(app, services);
  addRevokeKey(app, services);
  addRotateKey(app, services);
}
