import { ModelKeyRequest, ModelProvider } from '@copydesk/contract';
import type { ModelKey } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@copydesk/contract';
import { z } from 'zod';
import { jobNotFound } from '../../../jobs/not-found.ts';
import type { ModelKey as StoredModelKey } from '../../../projects/model-keys.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit, parameter } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ModelKeyRequest });

/** `PUT /v1/projects/{projectId}/model-keys/{provider}` */
export function addSetModelKey(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'setModelKey',
    admit: async (endpoint, request, reply) => await admitToProvider(services, endpoint, request, reply),
    async answer({ caller, project, provider }, request) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      const stored = await services.projects.setModelKey(actorOf(caller), project, { provider, ...body });
      return { status: 200, value: presentModelKey(stored) };
    },
  });
}

/**
 * Admits the caller to a project and a provider of models.
 * @throws CopydeskError `not_found` for an unknown provider.
 */
export async function admitToProvider(
  services: RouteServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const admitted = await admit(services, endpoint, request, reply);
  const provider = ModelProvider.safeParse(parameter(request, 'provider'));
  if (!provider.success) throw jobNotFound();
  return { ...admitted, provider: provider.data };
}

/** Returns a project's own key of a provider in the form of the API. */
export function presentModelKey({ updatedAt, ...key }: StoredModelKey): ModelKey {
  return { ...key, updatedAt: updatedAt.toISOString() };
}
