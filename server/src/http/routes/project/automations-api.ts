import { AutomationPatch, AutomationRequest, AutomationRunListQuery } from '@copydesk/contract';
import type { Automation } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listAutomations } from '../../../automations/automation.ts';
import type { StoredAutomation } from '../../../automations/automation.ts';
import { presentAutomation } from '../../../automations/present.ts';
import { listRuns, presentRun, readLastRuns } from '../../../automations/runs.ts';
import {
  changeAutomation,
  createAutomation,
  deleteAutomation,
  runAutomation,
} from '../../../desk/project/automations.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { addApiRoute } from '../../api-route.ts';
import { dryRunAutomation } from '../../automation-dry-run.ts';
import { admit, admitToAutomation } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of automations. */
export function addAutomationsApi(app: FastifyInstance, services: RouteServices): void {
  addCreateAutomation(app, services);
  addListAutomations(app, services);
  addGetAutomation(app, services);
  addChangeAutomation(app, services);
  addDeleteAutomation(app, services);
  addRunAutomation(app, services);
  addDryRunAutomation(app, services);
  addListAutomationRuns(app, services);
}

const ToCreate = z.object({ body: AutomationRequest });

/** `POST /v1/automations/{projectId}` */
function addCreateAutomation(app: FastifyInstance, services: RouteServices): void {
  const { db, limits, baseUrl, now } = services;
  addApiRoute(app, {
    endpoint: 'createAutomation',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request) {
      requireJson(request.headers);
      const { body } = checkFields(ToCreate, { body: parseJson(await readBody(request.raw, limits)) });
      const made = await createAutomation(db, actorOf(caller), { projectId: project.id, ...body }, now());
      return { status: 201, value: presentAutomation(baseUrl, made, undefined) };
    },
  });
}

/** `GET /v1/automations/{projectId}` */
function addListAutomations(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listAutomations',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }) {
      const found = await listAutomations(services.db, project.id);
      return { status: 200, value: { automations: await withLastRuns(services, project.id, found) } };
    },
  });
}

/** `GET /v1/automations/{projectId}/{automationId}` */
function addGetAutomation(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getAutomation',
    admit: async (endpoint, request, reply) => await admitToAutomation(services, endpoint, request, reply),
    answer: async ({ automation }) => ({ status: 200, value: await withLastRun(services, automation) }),
  });
}

const ToChange = z.object({ body: AutomationPatch });

/** `PATCH /v1/automations/{projectId}/{automationId}` */
function addChangeAutomation(app: FastifyInstance, services: RouteServices): void {
  const { db, limits, now } = services;
  addApiRoute(app, {
    endpoint: 'changeAutomation',
    admit: async (endpoint, request, reply) => await admitToAutomation(services, endpoint, request, reply),
    async answer({ caller, automation: { projectId, id } }, request) {
      requireJson(request.headers);
      const { body } = checkFields(ToChange, { body: parseJson(await readBody(request.raw, limits)) });
      const changed = await changeAutomation(db, actorOf(caller), { ...body, projectId, id }, now());
      if (changed === undefined) throw jobNotFound();
      return { status: 200, value: await withLastRun(services, changed) };
    },
  });
}

/** `DELETE /v1/automations/{projectId}/{automationId}` */
function addDeleteAutomation(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteAutomation',
    admit: async (endpoint, request, reply) => await admitToAutomation(services, endpoint, request, reply),
    async answer({ caller, automation: { projectId, id } }) {
      await deleteAutomation(services.db, actorOf(caller), { projectId, id });
      return { status: 204, value: null };
    },
  });
}

/** `POST /v1/automations/{projectId}/{automationId}/run`: takes no body, and ignores one. */
function addRunAutomation(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'runAutomation',
    admit: async (endpoint, request, reply) => await admitToAutomation(services, endpoint, request, reply),
    async answer({ caller, automation }) {
      const run = await runAutomation(services.db, actorOf(caller), automation, services.now());
      return { status: 202, value: presentRun(services.baseUrl, run) };
    },
  });
}

/** `GET /v1/automations/{projectId}/{automationId}/dry-run` */
function addDryRunAutomation(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'dryRunAutomation',
    admit: async (endpoint, request, reply) => await admitToAutomation(services, endpoint, request, reply),
    async answer({ project, automation }) {
      return { status: 200, value: await dryRunAutomation(services, automation, project) };
    },
  });
}

const ToList = z.object({ query: AutomationRunListQuery });

/** `GET /v1/automations/{projectId}/{automationId}/runs` */
function addListAutomationRuns(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listAutomationRuns',
    admit: async (endpoint, request, reply) => await admitToAutomation(services, endpoint, request, reply),
    async answer({ automation }, request) {
      const { query } = checkFields(ToList, { query: request.query });
      const { runs, nextCursor } = await listRuns(services.db, automation, query);
      return { status: 200, value: { runs: runs.map((run) => presentRun(services.baseUrl, run)), nextCursor } };
    },
  });
}

async function withLastRuns(
  { db, baseUrl }: RouteServices,
  projectId: string,
  found: readonly StoredAutomation[],
): Promise<Automation[]> {
  const ids = found.map(({ id }) => id);
  const last = await readLastRuns(db, projectId, ids);
  return found.map((one) => presentAutomation(baseUrl, one, last.get(one.id)));
}

async function withLastRun(services: RouteServices, automation: StoredAutomation): Promise<Automation> {
  const { db, baseUrl } = services;
  const last = await readLastRuns(db, automation.projectId, [automation.id]);
  return presentAutomation(baseUrl, automation, last.get(automation.id));
}
