import type { ModelReply } from '../../../../support/model-server.ts';
import type { PublishedError } from './published-error.ts';

export const anthropicErrors: PublishedError[] = [
  {
    what: 'wrong key',
    reply: anthropic(401, 'authentication_error', 'invalid x-api-key'),
    code: 'model_not_configured',
    retryable: false,
    says: /refuses the key.*invalid x-api-key.*ANTHROPIC_API_KEY/,
  },
  {
    what: 'no permission',
    reply: anthropic(403, 'permission_error', 'Your API key does not have permission to use the specified resource.'),
    code: 'model_not_configured',
    retryable: false,
    says: /does not have permission.*ANTHROPIC_API_KEY/,
  },
  {
    what: 'unknown model',
    reply: anthropic(404, 'not_found_error', 'model: claude-sonnet-5-5'),
    code: 'model_not_configured',
    retryable: false,
    says: /does not know the model.*Check the model's name/,
  },
  {
    what: 'rate limit',
    reply: anthropic(429, 'rate_limit_error', 'This request would exceed your rate limit.', { 'retry-after': '37' }),
    code: 'model_failed',
    retryable: true,
    retryAfterSeconds: 37,
    says: /status 429.*exceed your rate limit/,
  },
  {
    what: 'overload',
    reply: anthropic(529, 'overloaded_error', 'Overloaded'),
    code: 'model_failed',
    retryable: true,
    says: /status 529.*Overloaded/,
  },
  {
    what: 'its own fault',
    reply: anthropic(500, 'api_error', 'Internal server error'),
    code: 'model_failed',
    retryable: true,
    says: /status 500/,
  },
  {
    what: 'too many bytes',
    reply: anthropic(413, 'request_too_large', 'Request exceeds the maximum size'),
    code: 'context_too_long',
    retryable: false,
    says: /too long for the model/,
  },
  {
    what: 'too many tokens',
    reply: anthropic(400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
    code: 'context_too_long',
    retryable: false,
    says: /208310 tokens/,
  },
  {
    what: 'no room for the answer',
    reply: anthropic(
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    ),
    code: 'context_too_long',
    retryable: false,
    says: /188240/,
  },
  {
    what: 'no credit',
    reply: anthropic(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    code: 'model_failed',
    retryable: false,
    says: /no credit left.*Add credit/,
  },
  {
    what: 'billing',
    reply: anthropic(402, 'billing_error', 'There is an issue with your billing.'),
    code: 'model_failed',
    retryable: false,
    says: /no credit left/,
  },
  {
    what: 'a filter',
    reply: anthropic(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
    code: 'model_refused',
    retryable: false,
    says: /Rephrase the instruction/,
  },
  {
    what: 'a bad request',
    reply: anthropic(400, 'invalid_request_error', 'tools.0.custom.input_schema: Field required'),
    code: 'model_failed',
    retryable: false,
    says: /refused the call with status 400.*input_schema/,
  },
  {
    what: 'overload in the middle',
    reply: {
      stream: [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"c","stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
        'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"I have"}}\n\n',
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      ],
    },
    code: 'model_failed',
    retryable: true,
    says: /broke off.*Overloaded/,
  },
  {
    what: 'overload at the beginning',
    reply: {
      stream: ['event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    },
    code: 'model_failed',
    retryable: true,
    says: /Overloaded/,
  },
];

/** https://docs.claude.com/en/api/errors */
function anthropic(status: number, type: string, message: string, headers: Record<string, string> = {}): ModelReply {
  return {
    status,
    headers,
    body: { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' },
  };
}
