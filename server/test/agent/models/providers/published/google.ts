import type { ModelReply } from '../../../../support/model-server.ts';
import type { PublishedError } from './published-error.ts';

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

export const googleErrors: PublishedError[] = [
  {
    what: 'wrong key',
    reply: google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': errorInfo, reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]),
    code: 'model_not_configured',
    retryable: false,
    says: /refuses the key.*GOOGLE_API_KEY/,
  },
  {
    what: 'no permission',
    reply: google(
      403,
      'PERMISSION_DENIED',
      'Generative Language API has not been used in project 1 before or it is disabled.',
      [{ '@type': errorInfo, reason: 'SERVICE_DISABLED' }],
    ),
    code: 'model_not_configured',
    retryable: false,
    says: /it is disabled.*GOOGLE_API_KEY/,
  },
  {
    what: 'unknown model',
    reply: google(
      404,
      'NOT_FOUND',
      'models/gemini-2.5-pro is not found for API version v1beta, or is not supported for generateContent.',
    ),
    code: 'model_not_configured',
    retryable: false,
    says: /does not know the model.*Check the model's name/,
  },
  {
    what: 'rate limit',
    reply: google(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.',
      [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.074824224s' },
      ],
    ),
    code: 'model_failed',
    retryable: true,
    retryAfterSeconds: 35,
    says: /status 429/,
  },
  {
    what: 'a model that the plan has not',
    reply: google(
      429,
      'RESOURCE_EXHAUSTED',
      'Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 0',
    ),
    code: 'model_failed',
    retryable: false,
    says: /no credit left/,
  },
  {
    what: 'too many tokens',
    reply: google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1250000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    code: 'context_too_long',
    retryable: false,
    says: /1250000/,
  },
  {
    what: 'a country',
    reply: google(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    code: 'model_not_configured',
    retryable: false,
    says: /from the location of this server/,
  },
  {
    what: 'overload',
    reply: google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    code: 'model_failed',
    retryable: true,
    says: /status 503/,
  },
  {
    what: 'its own fault',
    reply: google(500, 'INTERNAL', 'An internal error has occurred.'),
    code: 'model_failed',
    retryable: true,
    says: /status 500/,
  },
  {
    what: 'overload in the middle',
    reply: {
      stream: [
        'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"I have"}]},"index":0}]}\n\n',
        'data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\n\n',
      ],
    },
    code: 'model_failed',
    retryable: true,
    says: /broke off.*overloaded/,
  },
];

/** https://cloud.google.com/apis/design/errors#http_mapping */
function google(code: number, status: string, message: string, details: object[] = []): ModelReply {
  return { status: code, body: { error: { code, message, status, details } } };
}
