import { openHelper } from '../../agent/call/helper.ts';
import type { AgentModel } from '../../agent/model.ts';
import type { AgentDocs, Helper } from '../../agent/ports.ts';
import type { TurnBudget } from '../../agent/turn.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Masking } from '../../leaks/masking.ts';
import { asItComes } from '../../projects/as-it-comes.ts';
import type { Project } from '../../projects/project.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import type { Hold } from '../claim/hold.ts';
import { maskedStrings } from '../masking/masked-strings.ts';
import type { WorkerServices } from '../services.ts';

/**
 * Returns the helper model of a project's jobs, called with its provider's defaults: the project's settings for calls
 * apply to the main model. Undefined when none is set.
 *
 * @throws CopydeskError `model_not_configured`
 */
export async function helperModelOf(
  services: WorkerServices,
  project: Project,
  docs: AgentDocs,
): Promise<AgentModel | undefined> {
  const { helperModel } = project;
  // The scripted agent needs no helper.
  if (helperModel === null || isTestOrganisation(project.organisationId)) return undefined;
  return await services.resolveModel(helperModel, { project: { ...project, ...asItComes }, docs });
}

/**
 * Opens the helper for a turn. It is asked about docs, diffs and context repositories, with the secrets in them hidden.
 */
export function helperFor(
  model: AgentModel,
  { limits, tracing, now, onFaultPoint }: WorkerServices,
  { job, hold, budget, mask }: { job: LeasedJob; hold: Hold; budget: TurnBudget; mask: Masking },
): Helper {
  const helper = openHelper({ model, budget, limits, tracing, call: { jobId: job.id, signal: hold.signal, now } });
  return {
    ...helper,
    async ask(question) {
      const masked = await maskedStrings(question, mask);
      await onFaultPoint?.('helper-due', job.id);
      const answer = await helper.ask(masked);
      await onFaultPoint?.('helper-answered', job.id);
      return answer;
    },
  };
}
