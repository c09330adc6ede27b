import { builtInModel } from '../../agent/models/model-state.ts';
import type { AgentDocs } from '../../agent/ports.ts';
import type { ModelFactories } from '../../agent/models/registry.ts';
import { readMissed } from '../../analytics/read/page/missed.ts';
import type { AutomationSources } from '../../automations/ports.ts';
import { readReportedPages, readReports } from '../../feedback/reported.ts';
import { costOf, spentBy } from '../../jobs/usage/usage.ts';
import { listContextRepositories } from '../../projects/connection/context-repositories.ts';
import { asItComes } from '../../projects/as-it-comes.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { jobLimitsOf } from '../job/job-limits.ts';

export type SourceParts = Pick<App, 'db' | 'settings' | 'workspace' | 'docs' | 'hosts' | 'box'>;

/** What automations see of a project: its page views, its context repositories, and what a model says. */
export function automationSourcesOf(parts: SourceParts, models?: ModelFactories): AutomationSources {
  const { db, settings } = parts;
  const siteOf = (projectId: number) => ({
    projectId,
    now: new Date(),
    retentionMonths: settings.views.retentionMonths,
  });
  return {
    missed: async ({ number }, asked) => await readMissed(db, siteOf(number), asked),
    reportedPages: async ({ id }, asked) => await readReportedPages(db, id, asked),
    reports: async ({ id }, asked) => await readReports(db, id, asked),
    contextRepositories: async ({ id }) => (await listContextRepositories(db, id)).map(({ name }) => name),
    changes: async (project, asked) => await (await changes()).readChanges(parts, project, asked),
    changesWithin: async (project, asked) => await (await changes()).readChangesWithin(parts, project, asked),
    pages: async (project) => await (await pages()).readDocsPages(parts, project),
    productTouches: async (project) => await (await pages()).readProductTouches(parts, project),
    ask: async (project, question) => await ask(parts, project, question, models),
  };
}

// What reads repositories and calls models is loaded when an automation first needs it: few servers do at their start.
const changes = async () => await import('../site/product-changes.ts');
const pages = async () => await import('../site/docs-pages-of-automations.ts');

const clock = (): Date => new Date();

const questionMilliseconds = 2 * 60_000;

async function ask(
  { db, settings, box }: SourceParts,
  project: Project,
  { system, prompt }: { system: string; prompt: string },
  extra: ModelFactories | undefined,
): Promise<{ text: string; costUsd: number | null } | undefined> {
  const name = project.helperModel ?? project.model ?? settings.model;
  // The built-in model only follows a fixed set of instructions, and answers no questions.
  if (name === builtInModel) return undefined;
  const calls = { ...project, ...asItComes };
  const docs: AgentDocs | undefined = undefined;
  const { modelOf } = await import('../job/models.ts');
  const { askModel } = await import('../../agent/call/model-call.ts');
  const model = await modelOf({ settings, db, box }, { name, project: calls, docs, ...(extra && { extra }) });
  const answer = await askModel({
    model,
    system,
    tools: {},
    messages: [{ role: 'user', content: prompt }],
    timeoutMilliseconds: questionMilliseconds,
    signal: new AbortController().signal,
    now: clock,
  });
  const { prices } = jobLimitsOf(settings);
  return {
    text: answer.text,
    costUsd: costOf([spentBy({ model: name, usage: answer.usage }, clock(), prices)], prices),
  };
}
