import type { Client } from '@copydesk/client';
import type { AutomationCommands, NamedAutomation } from '../operator/automation/automations.ts';
import { readAs } from './read-as.ts';

/** Imported on use, so that other commands do not load them. */
const shapes = async () => await import('@copydesk/contract');

const one = '/v1/automations/{projectId}/{automationId}';

/** The automation commands over HTTP: with a key of the scope `admin`, or `agent:read` to read. */
export function automationCommands(desk: Client): AutomationCommands {
  return {
    create: async (projectId, body) =>
      readAs(
        (await shapes()).Automation,
        await desk.post('/v1/automations/{projectId}', { path: { projectId }, body }),
      ),
    list: async (projectId) =>
      readAs((await shapes()).AutomationList, await desk.get('/v1/automations/{projectId}', { path: { projectId } }))
        .automations,
    change: async (named, body) =>
      readAs((await shapes()).Automation, await desk.patch(one, { path: pathOf(named), body })),
    delete: async (named) => void (await desk.delete(one, { path: pathOf(named) })),
    run: async (named) =>
      readAs((await shapes()).AutomationRun, await desk.post(`${one}/run`, { path: pathOf(named) })),
    dryRun: async (named) =>
      readAs((await shapes()).AutomationDryRun, await desk.get(`${one}/dry-run`, { path: pathOf(named) })),
    runs: async (named, limit) =>
      readAs(
        (await shapes()).AutomationRunList,
        await desk.get(`${one}/runs`, { path: pathOf(named), query: { limit } }),
      ).runs,
  };
}

function pathOf({ projectId, id: automationId }: NamedAutomation): { projectId: string; automationId: string } {
  return { projectId, automationId };
}
