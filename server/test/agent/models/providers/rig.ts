import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { askModel, describeTools } from '../../../../src/agent/call/model-call.ts';
import type { ModelAnswer } from '../../../../src/agent/call/model-call.ts';
import type { AgentModel } from '../../../../src/agent/model.ts';
import { createModel } from '../../../../src/agent/models/providers/create.ts';
import { providerOf, providers } from '../../../../src/agent/models/providers/provider.ts';
import type { SilenceTimeouts } from '../../../../src/agent/models/providers/wire.ts';
import { readSettings } from '../../../../src/settings.ts';
import { tools } from '../../../../src/agent/tools/index.ts';

/** A key that no message, log or error may contain. */
export const secretKey = 'sk-test-9f8e7d6c5b4a39281706';

export const names = [
  'anthropic/claude-sonnet-5-5',
  'openai/gpt-5',
  'google/gemini-2.5-pro',
  'compatible/llama3',
] as const;

/** Returns the model with this name, configured as people do it: by environment variables. */
export async function modelAt(name: string, url: string, patience: Partial<SilenceTimeouts> = {}): Promise<AgentModel> {
  const provider = providerOf(name);
  if (provider === undefined) throw new Error(`${name} has no provider`);
  const { keyVariables, addressVariables } = providers[provider];
  const settings = readSettings({ [keyVariables[0]]: secretKey, [addressVariables[0]]: url });
  const access = settings.providers[provider];
  return await createModel(name, access, {
    windows: new Map(),
    patience: { first: 60_000, between: 60_000, ...patience },
  });
}

/** The conversation at the beginning of most tests. */
export const prompt: ModelMessage[] = [{ role: 'user', content: 'Rename Acme Cloud.' }];

/** Asks once, with the agent's own tools; `deltas` is what was reported while the answer arrived. */
export async function ask(
  model: AgentModel,
  messages: ModelMessage[] = prompt,
  options: { hasAnswered?: boolean } = {},
): Promise<ModelAnswer & { deltas: string[] }> {
  const deltas: string[] = [];
  const answer = await askModel({
    model,
    system: 'You edit docs.',
    tools: describeTools(tools),
    messages,
    timeoutMilliseconds: 60_000,
    signal: new AbortController().signal,
    now: () => new Date('2026-01-01T00:00:00Z'),
    jobId: 'job_0123456789abcdefghjkmnpqrs',
    onText: (delta) => deltas.push(delta),
    ...options,
  });
  return { ...answer, deltas };
}

/** Returns the error with which a call ends. */
export async function failure(
  model: AgentModel,
  messages: ModelMessage[] = prompt,
  hasAnswered = false,
): Promise<CopydeskError> {
  const error: unknown = await ask(model, messages, { hasAnswered }).catch((thrown: unknown) => thrown);
  if (!isCopydeskError(error)) throw new Error('The call did not end in a CopydeskError', { cause: error });
  return error;
}

/** Returns everything that a log would show of an error. */
export function everything(error: Error): string {
  const cause = error.cause instanceof Error ? everything(error.cause) : '';
  return [error.message, error.stack, JSON.stringify(error), Object.values(error).join(' '), cause].join('\n');
}
