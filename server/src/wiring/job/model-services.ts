import { CopydeskError, modelSettingNames } from '@copydesk/contract';
import type { ModelFinding } from '../../agent/call/check-model.ts';
import { builtInModel, missingOf } from '../../agent/models/model-state.ts';
import { normalisedAddress } from '../../agent/models/providers/address.ts';
import { providers } from '../../agent/models/providers/provider.ts';
import type { ProviderPlace } from '../../agent/models/providers/provider.ts';
import { publishedPrices } from '../../agent/models/published-prices.ts';
import { costOf } from '../../jobs/usage/usage.ts';
import type { CheckedModel, ModelOverview } from '@copydesk/contract';
import type { ModelServices } from '../../operator/models.ts';
import type { Actor } from '../../audit/actor.ts';
import { deleteModelKey, setModelKey } from '../../desk/project/model-keys.ts';
import type { ModelProvider } from '../../projects/model-keys.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { modelOfJobs } from './job-defaults.ts';
import { jobLimitsOf } from './job-limits.ts';
import { stateOfJobModel } from './job-model.ts';
import { modelOf, providerPlaces } from './models.ts';
import type { ModelSource } from './models.ts';

/** How long one call of a check may take: callers wait no longer. */
const timeoutMilliseconds = 60_000;

/** What the operator's commands do with models. */
export function modelServices(app: App, actor: () => Promise<Actor>): ModelServices {
  const { db } = app;
  const named = async (projectId: string) => (await readProject(db, projectId)) ?? { id: projectId, name: '' };
  return {
    list: async (projectId) =>
      await overviewOf(app, projectId === undefined ? undefined : await readProject(db, projectId)),
    check: async (query) => await tryModel(app, query),
    async setKey({ baseUrl, ...draft }) {
      const { projectId, provider, key } = draft;
      const address = checkModelAddress(provider, baseUrl);
      requireKeyFor(provider, key);
      return await setModelKey(app, await actor(), await named(projectId), { provider, key, baseUrl: address });
    },
    deleteKey: async (projectId, provider) => await deleteModelKey(db, await actor(), await named(projectId), provider),
  };
}

/** Returns the settings of each provider of models, for a project or for the installation alone. */
export async function overviewOf(
  source: Pick<ModelSource, 'settings' | 'db'>,
  project: Project | undefined,
): Promise<ModelOverview> {
  const places = await providerPlaces(source, project?.id);
  const prices = [...publishedPrices].flatMap(([model, list]) => {
    const last = list.findLast(({ from }) => new Date(from) <= new Date()) ?? list[0];
    return last === undefined ? [] : [{ model, ...last }];
  });
  const { settings } = source;
  const model = modelOfJobs(project, settings);
  const stateOf = (name: string) => stateOfJobModel(name, settings, places);
  const used = { model, helperModel: project?.helperModel ?? null, questionsModel: project?.questionsModel ?? null };
  const warnings = modelSettingNames.flatMap((setting) => {
    const name = used[setting];
    const detail = name === null ? '' : stateOf(name).detail;
    return name === null || detail === '' ? [] : [{ setting, model: name, detail }];
  });
  return { model, state: stateOf(model).state, warnings, providers: places.map(presentProvider), prices };
}

function presentProvider(place: ProviderPlace) {
  const { provider, hasKey, baseUrl, keyPlace } = place;
  const missing = missingOf(place);
  return {
    provider,
    keyFrom: hasKey ? keyPlace : null,
    address: baseUrl ?? providers[provider].address ?? null,
    ready: missing === '',
    missing,
  } satisfies ModelOverview['providers'][number];
}

/** @throws CopydeskError `invalid_request` when a key is needed and there is none. */
export function requireKeyFor(provider: ModelProvider, key: string | undefined): void {
  if (key === undefined && providers[provider].needsKey) throw keyNeeded(provider);
}

function keyNeeded(provider: ModelProvider): CopydeskError {
  const detail = `is required: ${providers[provider].title} answers nobody without one. For an endpoint that needs none, use the provider compatible`;
  return new CopydeskError('invalid_request', `The key ${detail}.`, { errors: [{ pointer: '/key', detail }] });
}

/**
 * Returns the address of a provider's API in the form in which it is stored; undefined for the usual one.
 *
 * @throws CopydeskError `invalid_request`.
 */
export function checkModelAddress(provider: ModelProvider, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = normalisedAddress(provider, text.trim());
  if (address !== undefined) return address;
  const sample = providers[provider].address ?? 'http://127.0.0.1:11434/v1';
  const detail = `must be an http or https address without user and fragment, such as ${sample}`;
  throw new CopydeskError('invalid_request', `The address ${detail}.`, { errors: [{ pointer: '/baseUrl', detail }] });
}

/** Jobs run even when these findings fail. */
const onlyWarnings = new Set<ModelFinding['name']>([
  'reports its usage',
  'streams',
  'has a price',
  'has a known window',
]);

/**
 * Tries a model with one tool call, as jobs of the project would use it. Whatever is wrong with it becomes a finding.
 */
export async function tryModel(
  source: ModelSource,
  query: { projectId?: string; model?: string; signal: AbortSignal },
): Promise<CheckedModel> {
  const { projectId, signal } = query;
  const project = projectId === undefined ? undefined : await readProject(source.db, projectId);
  const name = query.model ?? project?.model ?? source.settings.model;
  if (name.startsWith('builtin/')) return builtIn(name);
  const used = { inputTokens: 0, outputTokens: 0 };
  const findings: ModelFinding[] = [];
  try {
    const model = await modelOf(source, { name, project, docs: undefined });
    const { checkModel } = await import('../../agent/call/check-model.ts');
    const checked = await checkModel(model, { timeoutMilliseconds, signal, now: () => new Date() });
    findings.push(
      ...checked.findings,
      ...(checked.findings.every(({ ok }) => !ok) ? [] : knownOf(source, name, model)),
    );
    Object.assign(used, checked.usage);
  } catch (error) {
    if (!(error instanceof CopydeskError)) throw error;
    findings.push({ name: 'is configured', ok: false, detail: error.message });
  }
  const results = findings.map(({ name: what, ok, detail }) => {
    const result = ok ? ('ok' as const) : onlyWarnings.has(what) ? ('warning' as const) : ('failed' as const);
    return { name: what, result, detail };
  });
  const usage = { ...used, costUsd: costOfCheck(source, name, used) };
  return { model: name, ok: results.every(({ result }) => result !== 'failed'), findings: results, usage };
}

function builtIn(name: string): CheckedModel {
  const known = name === builtInModel;
  const detail = known
    ? 'It is part of Copydesk, and needs no key and no network. It understands a documented set of instructions.'
    : `There is no model ${name}. The built-in model is builtin/copyeditor.`;
  return {
    model: name,
    ok: known,
    findings: [{ name: 'is configured', result: known ? 'ok' : 'failed', detail }],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
  };
}

/** Returns what Copydesk knows about a model that answers. */
function knownOf(source: ModelSource, name: string, { contextTokens }: { contextTokens?: number }): ModelFinding[] {
  const price = jobLimitsOf(source.settings).prices(name, new Date());
  return [
    price === undefined
      ? {
          name: 'has a price',
          ok: false,
          detail:
            'Its price is unknown, so costs and budgets in dollars cannot be counted. Set it in COPYDESK_MODEL_PRICES.',
        }
      : {
          name: 'has a price',
          ok: true,
          detail: `A million tokens cost ${price.input} US dollars read, ${price.cachedInput} read from the cache, and ${price.output} written.`,
        },
    contextTokens === undefined
      ? {
          name: 'has a known window',
          ok: false,
          detail:
            'Its context window is unknown: Copydesk sends requests until the model refuses one. Set it in COPYDESK_MODEL_CONTEXT.',
        }
      : {
          name: 'has a known window',
          ok: true,
          detail: `It reads ${contextTokens.toLocaleString('en')} tokens at once.`,
        },
  ];
}

function costOfCheck(
  source: ModelSource,
  model: string,
  used: { inputTokens: number; outputTokens: number },
): number | null {
  const spent = { ...used, steps: 1, cachedInputTokens: 0, cacheWriteTokens: 0, seconds: 0 };
  return costOf([{ ...spent, model, day: new Date(), isLong: false }], jobLimitsOf(source.settings).prices);
}
