import type { Fault } from './model-faults.ts';

/** What is wrong with a failed call. */
export type Diagnosis =
  | 'window'
  | 'credit'
  | 'tools'
  | 'memory'
  | 'refused'
  | 'region'
  | 'key'
  | 'model'
  | 'address'
  | 'busy'
  | 'invalid'
  | 'unknown';

/**
 * Returns what a provider's reply means: by the first matching row, else by the status. The text has priority over the
 * status, because gateways and local servers choose statuses freely.
 */
export function diagnose(fault: Fault): Diagnosis {
  const row = table.find(
    ({ means, kinds = [], says, status = [] }) =>
      !(isPassing(fault.status) && settingFaults.has(means)) &&
      (kinds.some((kind) => fault.kinds.includes(kind)) ||
        says?.test(fault.message) === true ||
        (fault.status !== undefined && status.includes(fault.status))),
  );
  if (row !== undefined) return row.means;
  if (fault.status === undefined) return fault.kinds.some((kind) => busyKinds.has(kind)) ? 'busy' : 'unknown';
  if (fault.status === 404 || fault.status === 405) return diagnoseNotFound(fault);
  if (fault.status === 401 || fault.status === 403) return fault.isPage ? 'address' : 'key';
  return isPassing(fault.status) ? 'busy' : 'invalid';
}

function isPassing(status: number | undefined): boolean {
  return status !== undefined && (status >= 500 || [408, 409, 425, 429].includes(status));
}

/**
 * Ignored when the status is temporary: what a provider in trouble says about settings, such as that a model is not
 * loaded yet, is no reason to give the job up.
 */
const settingFaults = new Set<Diagnosis>(['key', 'model', 'address', 'region', 'refused']);

interface Row {
  means: Diagnosis;
  kinds?: string[];
  says?: RegExp;
  status?: number[];
}

/**
 * Sources: Anthropic, https://docs.claude.com/en/api/errors; OpenAI,
 * https://developers.openai.com/docs/guides/error-codes; Google, https://ai.google.dev/gemini-api/docs/troubleshooting
 * and https://cloud.google.com/apis/design/errors; Azure,
 * https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter; and the source code of vLLM, Ollama,
 * llama.cpp and LM Studio, whose errors are not documented.
 */
const table: Row[] = [
  {
    means: 'window',
    kinds: ['context_length_exceeded', 'exceed_context_size_error', 'request_too_large'],
    says: new RegExp(
      [
        // Anthropic
        'prompt is too long|input length and `?max_tokens`? exceed context limit',
        // OpenAI, Azure, vLLM, Mistral, OpenRouter
        'maximum context length|exceeds? the context window|maximum model length|longer than the model.s context length',
        // OpenAI: a request that exceeds the limit for one minute is refused however long one waits.
        'request too large for',
        // Google
        'token count .*exceeds the maximum|exceeds the maximum number of (input )?tokens',
        // llama.cpp, Ollama, LM Studio, Text Generation Inference
        'exceeds the available context size|(input|prompt) .*exceeds? .*context (length|window|size)|too long; exceeded max context',
        'context length of only|reached context length|tokens to keep from the initial prompt|`inputs` tokens \\+',
        'reduce the length of the (messages|prompt|input)',
      ].join('|'),
      'i',
    ),
    status: [413],
  },
  {
    means: 'credit',
    kinds: [
      'insufficient_quota',
      'credit_balance_exhausted',
      'billing_hard_limit_reached',
      'billing_not_active',
      'billing_error',
      'enforced_spend_limit_reached',
    ],
    says: /credit balance is too low|reached your specified (api|workspace) usage limits|insufficient (credits|balance)|billing account .*(not active|disabled)|prepayment credits are depleted|free_tier\S*, limit: 0\b/i,
    status: [402],
  },
  {
    means: 'tools',
    says: /does(n't| not) support (tools?|functions?)\b|tool(s| use| calling| choice)? (is|are) not supported|no endpoints found that support tool|requires --enable-auto-tool-choice|requires? --jinja|function calling is not (enabled|supported)/i,
  },
  {
    means: 'memory',
    says: /requires more system memory|failed to load model|insufficient (system )?memory|out of memory/i,
  },
  {
    means: 'refused',
    kinds: ['content_policy_violation', 'content_filter', 'responsibleaipolicyviolation', 'invalid_prompt'],
    says: /content (filtering|management) policy|content policy|usage policy|requires moderation|violat\w+ (our|the) .*polic/i,
  },
  {
    means: 'region',
    kinds: ['unsupported_country_region_territory', 'request_forbidden_region'],
    says: /(country|region|location)\b.* (is )?not supported/i,
  },
  {
    means: 'key',
    kinds: [
      'authentication_error',
      'invalid_api_key',
      'api_key_invalid',
      'unauthenticated',
      'permission_error',
      'api_key_service_blocked',
      'api_key_http_referrer_blocked',
      'api_key_ip_address_blocked',
      'service_disabled',
      'account_deactivated',
    ],
    says: /(invalid|incorrect|expired|missing|no) (x-)?api[ -]key|api key (not valid|expired|not found|was reported as leaked)|invalid (authentication|bearer token)/i,
  },
  {
    means: 'model',
    kinds: ['model_not_found', 'deploymentnotfound', 'model_not_available', 'operationnotsupported'],
    says: /\bmodel\b.{0,200}(not found|does not exist|not a valid model|is not available|not loaded|has been (deprecated|shut down|retired))|invalid model|no models? (loaded|found)|models?\/\S+ is not found|not supported for generatecontent|not a chat model|(only|not) supported (in|with) (the )?\/?v1\//i,
  },
  {
    means: 'address',
    says: /unexpected endpoint|unknown (request url|path|url)|invalid url|no route|cannot post/i,
  },
];

/** For events in the middle of a stream, which have no status. */
const busyKinds = new Set([
  'rate_limit_error',
  'rate_limit_exceeded',
  'overloaded_error',
  'api_error',
  'timeout_error',
  'server_error',
  'server_is_overloaded',
  'slow_down',
  'resource_exhausted',
  'unavailable',
  'internal',
  'deadline_exceeded',
  'service_unavailable_error',
]);

/** A 404 of an API names what is missing; a 404 of any other server only says that nothing was found. */
function diagnoseNotFound({ isPage, kinds, message, status }: Fault): Diagnosis {
  if (isPage || status === 405) return 'address';
  if (/model|deployment/i.test(message) || kinds.includes('not_found_error')) return 'model';
  return /^(404 )?(page )?not found\.?$|resource not found/i.test(message.trim()) ? 'address' : 'model';
}
