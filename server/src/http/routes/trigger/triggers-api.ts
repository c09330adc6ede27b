import type { FastifyInstance } from 'fastify';
import { addCreateTrigger } from './create-trigger.ts';
import { addDeleteTrigger } from './delete-trigger.ts';
import { addFireTrigger } from './fire-trigger.ts';
import { addListTriggers } from './list-triggers.ts';
import { addRotateTrigger } from './rotate-trigger.ts';
import { addSwitchTrigger } from './switch-trigger.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of triggers, and the one that their senders use. */
export function addTriggersApi(app: FastifyInstance, services: RouteServices): void {
  addCreateTrigger(app, services);
  addListTriggers(app, services);
  addRotateTrigger(app, services);
  addDeleteTrigger(app, services);
  addSwitchTrigger(app, services);
  addFireTrigger(app, services);
}
