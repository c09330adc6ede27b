import type { ModelReply } from '../../../../support/model-server.ts';
import type { PublishedError } from './published-error.ts';

export const openaiErrors: PublishedError[] = [
  {
    what: 'wrong key',
    reply: openai(401, {
      message:
        'Incorrect API key provided: sk-test-*************1706. You can find your API key at https://platform.openai.com/account/api-keys.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    }),
    code: 'model_not_configured',
    retryable: false,
    says: /refuses the key.*Incorrect API key provided: ….*OPENAI_API_KEY/,
  },
  {
    what: 'unknown model',
    reply: openai(404, {
      message: 'The model `gpt-5` does not exist or you do not have access to it.',
      type: 'invalid_request_error',
      code: 'model_not_found',
    }),
    code: 'model_not_configured',
    retryable: false,
    says: /does not know the model.*does not exist.*Check the model's name/,
  },
  {
    what: 'no credit',
    reply: openai(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    code: 'model_failed',
    retryable: false,
    says: /no credit left.*Add credit/,
  },
  {
    what: 'no credit, as it is named since',
    reply: openai(429, {
      message: 'Your credits are used up.',
      type: 'insufficient_quota',
      code: 'credit_balance_exhausted',
    }),
    code: 'model_failed',
    retryable: false,
    says: /no credit left/,
  },
  {
    what: 'rate limit',
    reply: openai(
      429,
      {
        message:
          'Rate limit reached for gpt-5 on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '20s',
        'x-ratelimit-remaining-tokens': '9000',
        'x-ratelimit-reset-tokens': '6m0s',
      },
    ),
    code: 'model_failed',
    retryable: true,
    retryAfterSeconds: 20,
    says: /status 429.*Rate limit reached/,
  },
  {
    what: 'rate limit in milliseconds',
    reply: openai(
      429,
      { message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' },
      { 'retry-after-ms': '1500', 'retry-after': '2' },
    ),
    code: 'model_failed',
    retryable: true,
    retryAfterSeconds: 2,
    says: /Slow down/,
  },
  {
    what: 'a request over the limit of a minute',
    reply: openai(429, {
      message:
        'Request too large for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Requested 41000.',
      type: 'tokens',
      code: 'rate_limit_exceeded',
    }),
    code: 'context_too_long',
    retryable: false,
    says: /Limit 30000/,
  },
  {
    what: 'too many tokens',
    reply: openai(400, {
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    }),
    code: 'context_too_long',
    retryable: false,
    says: /too long/,
  },
  {
    what: 'too many tokens, reported in the stream',
    reply: {
      stream: [
        'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","created_at":1,"model":"gpt-5","status":"in_progress","output":[]}}\n\n',
        'event: error\ndata: {"type":"error","sequence_number":1,"error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"Your input exceeds the context window of this model.","param":"input"}}\n\n',
      ],
    },
    code: 'context_too_long',
    retryable: false,
    says: /too long/,
  },
  {
    what: 'a country',
    reply: openai(403, {
      message: 'Country, region, or territory not supported',
      type: 'request_forbidden',
      code: 'unsupported_country_region_territory',
    }),
    code: 'model_not_configured',
    retryable: false,
    says: /from the location of this server/,
  },
  {
    what: 'a flagged prompt',
    reply: openai(400, {
      message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
      type: 'invalid_request_error',
      code: 'invalid_prompt',
    }),
    code: 'model_refused',
    retryable: false,
    says: /Rephrase the instruction/,
  },
  {
    what: 'overload',
    reply: openai(503, {
      message: 'That model is currently overloaded with other requests.',
      type: 'server_error',
      code: null,
    }),
    code: 'model_failed',
    retryable: true,
    says: /status 503/,
  },
  {
    what: 'a fault in the middle',
    reply: {
      stream: [
        'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","created_at":1,"model":"gpt-5","status":"in_progress","output":[]}}\n\n',
        'event: response.output_item.added\ndata: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"m","role":"assistant","status":"in_progress","content":[]}}\n\n',
        'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":2,"item_id":"m","output_index":0,"content_index":0,"delta":"I"}\n\n',
        'event: response.failed\ndata: {"type":"response.failed","sequence_number":3,"response":{"id":"r","object":"response","created_at":1,"model":"gpt-5","status":"failed","output":[],"error":{"code":"server_error","message":"The server had an error."}}}\n\n',
      ],
    },
    code: 'model_failed',
    retryable: true,
    says: /broke off.*The server had an error/,
  },
  {
    what: 'an endpoint without the Responses API',
    reply: { status: 404, body: { detail: 'Not Found' } },
    code: 'model_not_configured',
    retryable: false,
    says: /does not have its API.*OPENAI_BASE_URL.*compatible\/gpt-5.*COMPATIBLE_BASE_URL/,
  },
];

/** https://developers.openai.com/docs/guides/error-codes */
function openai(
  status: number,
  error: { message: string; type: string; code: string | null; param?: string | null },
  headers: Record<string, string> = {},
): ModelReply {
  return { status, headers, body: { error: { param: null, ...error } } };
}
