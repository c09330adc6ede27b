import { AutomationPatch, AutomationRequest, CopydeskError } from '@copydesk/contract';
import type { Automation } from '@copydesk/contract';
import { z } from 'zod';
import type { Actor } from '../../audit/actor.ts';
import { listAutomations, readAutomation } from '../../automations/automation.ts';
import type { StoredAutomation } from '../../automations/automation.ts';
import { presentAutomation } from '../../automations/present.ts';
import { listRuns, presentRun, readLastRuns } from '../../automations/runs.ts';
import { changeAutomation, createAutomation, deleteAutomation, runAutomation } from '../../desk/project/automations.ts';
import { checkFields } from '../../http/checks/fields.ts';
import type { AutomationCommands, NamedAutomation } from '../../operator/automation/automations.ts';
import { readProject } from '../../projects/project.ts';
import type { App } from '../app.ts';

const Draft = z.object({ body: AutomationRequest });
const Change = z.object({ body: AutomationPatch });

/** What the operator's commands do with automations, directly on the database. */
export function automationCommands(app: App, actor: () => Promise<Actor>): AutomationCommands {
  const { db, url } = app;
  const present = async (projectId: string, found: readonly StoredAutomation[]): Promise<Automation[]> => {
    const ids = found.map(({ id }) => id);
    const last = await readLastRuns(db, projectId, ids);
    return found.map((one) => presentAutomation(url, one, last.get(one.id)));
  };
  const named = async ({ projectId, id }: NamedAutomation): Promise<StoredAutomation> =>
    (await readAutomation(db, id, projectId)) ?? throwNotFound(id);
  return {
    async create(projectId, draft) {
      const { body } = checkFields(Draft, { body: draft });
      const made = await createAutomation(db, await actor(), { projectId, ...body }, new Date());
      return presentAutomation(url, made, undefined);
    },
    list: async (projectId) => await present(projectId, await listAutomations(db, projectId)),
    async change({ projectId, id }, change) {
      const { body } = checkFields(Change, { body: change });
      const changed = await changeAutomation(db, await actor(), { ...body, projectId, id }, new Date());
      const [shown = throwNotFound(id)] = await present(projectId, changed === undefined ? [] : [changed]);
      return shown;
    },
    delete: async ({ projectId, id }) => await deleteAutomation(db, await actor(), { projectId, id }),
    run: async (of) => presentRun(url, await runAutomation(db, await actor(), await named(of), new Date())),
    async dryRun(of) {
      const automation = await named(of);
      const project = (await readProject(db, of.projectId)) ?? throwNotFound(of.id);
      const [{ dryRun }, { automationsOf }] = await Promise.all([
        import('../../automations/dry-run.ts'),
        import('../services/automations.ts'),
      ]);
      return await dryRun(automationsOf(app), automation, { project, now: new Date() });
    },
    async runs({ projectId, id }, limit) {
      const { runs } = await listRuns(
        db,
        { projectId, id },
        { limit: Math.min(100, Math.max(1, Math.trunc(limit) || 1)) },
      );
      return runs.map((run) => presentRun(url, run));
    },
  };
}

function throwNotFound(id: string): never {
  throw new CopydeskError(
    'not_found',
    `There is no automation ${id}. "copydesk automation list --project …" shows those of a project.`,
  );
}
