import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { AgentModel, CallSettings, ImagePlace } from '../../agent/model.ts';
import { providerOf } from '../../agent/models/providers/provider.ts';
import type { ProviderName } from '../../agent/models/providers/provider.ts';
import { imagePlaces } from '../../agent/models/providers/image-support.ts';
import type { Project } from '../../projects/project.ts';

/** The project's settings for calls of its models. */
export type ProjectCalls = Pick<Project, 'maxOutputTokens' | 'effort' | 'temperature' | 'parallelCalls' | 'images'>;

/** Returns a model that is called as the project wants. Built-in models have only one way to be called. */
export function withCallSettings(model: AgentModel, project: ProjectCalls): AgentModel {
  const provider = providerOf(model.name);
  if (provider === undefined) return model;
  const { providerOptions: own = () => ({}) } = model;
  const added = project.parallelCalls === null ? {} : parallel[provider](project.parallelCalls);
  return {
    ...model,
    images: imagesOf(model, project, provider),
    callSettings: settingsOf(project),
    providerOptions: (job) => merged(own(job), added),
  };
}

function imagesOf({ images }: AgentModel, project: ProjectCalls, provider: ProviderName): ImagePlace | undefined {
  if (project.images === 'auto') return images;
  return project.images === 'on' ? imagePlaces[provider] : undefined;
}

function settingsOf({ maxOutputTokens, effort, temperature }: ProjectCalls): CallSettings {
  return {
    ...(maxOutputTokens !== null && { maxOutputTokens }),
    ...(effort !== null && { reasoning: effort }),
    ...(temperature !== null && { temperature }),
  };
}

/**
 * How each provider's setting says whether one answer may call several tools. Google has no such switch.
 * https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use,
 * https://platform.openai.com/docs/guides/function-calling
 */
const parallel: Record<ProviderName, (isAllowed: boolean) => SharedV4ProviderOptions> = {
  anthropic: (isAllowed) => ({ anthropic: { disableParallelToolUse: !isAllowed } }),
  openai: (isAllowed) => ({ openai: { parallelToolCalls: isAllowed } }),
  google: () => ({}),
  compatible: (isAllowed) => ({ compatible: { parallel_tool_calls: isAllowed } }),
};

function merged(own: SharedV4ProviderOptions, added: SharedV4ProviderOptions): SharedV4ProviderOptions {
  const names = new Set([...Object.keys(own), ...Object.keys(added)]);
  return Object.fromEntries([...names].map((name) => [name, { ...own[name], ...added[name] }]));
}
