import type { AgentModel } from '../model.ts';
import type { ModelAnswer } from './model-call.ts';
import type { Attributes, SpanDraft } from './tracing.ts';

/*
 * The spans of a turn by the semantic conventions for generative AI
 * (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/): names and counts alone, and nothing of what
 * is read or written.
 */

/** The span of a job's turn, from its lease to its end. */
export function agentSpan(job: { id: string; model: string; projectId: string; waitSeconds?: number }): SpanDraft {
  return {
    name: 'invoke_agent copydesk',
    kind: 'internal',
    job: job.id,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'copydesk',
      ...modelAttributes(job.model),
      'gen_ai.conversation.id': job.id,
      'copydesk.project.id': job.projectId,
      'copydesk.job.wait_seconds': job.waitSeconds,
    },
  };
}

/** The span of a request to a model. */
export function chatSpan({ name, callSettings }: AgentModel, jobId: string | undefined): SpanDraft {
  const model = modelAttributes(name);
  return {
    name: `chat ${model['gen_ai.request.model']}`,
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      ...model,
      'gen_ai.conversation.id': jobId,
      'gen_ai.request.max_tokens': callSettings?.maxOutputTokens,
      'gen_ai.request.temperature': callSettings?.temperature,
    },
  };
}

/** Returns what is known once the model has answered. Input tokens include those from the provider's cache. */
export function answerAttributes({ usage, finishReason, answeredBy }: ModelAnswer): Attributes {
  return {
    'gen_ai.response.model': answeredBy,
    'gen_ai.response.finish_reasons': [finishReason],
    'gen_ai.usage.input_tokens': usage.inputTokens ?? undefined,
    'gen_ai.usage.output_tokens': usage.outputTokens ?? undefined,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens ?? undefined,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens ?? undefined,
  };
}

/** The span of a call to an existing tool. Any other name was invented by the model and is left out. */
export function toolSpan({ tool, id }: { tool: string; id: string }): SpanDraft {
  return {
    name: `execute_tool ${tool}`,
    kind: 'internal',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.type': 'function',
    },
  };
}

function modelAttributes(name: string) {
  const slash = name.indexOf('/');
  const provider = name.slice(0, slash);
  return {
    'copydesk.model.name': name,
    'gen_ai.provider.name': conventionNames.get(provider) ?? provider,
    'gen_ai.request.model': name.slice(slash + 1),
  };
}

/** Providers that have another name in the conventions. */
const conventionNames = new Map([['google', 'gcp.gemini']]);
