import type { PublishedError } from './published-error.ts';

/** From the sources of these servers. */
export const compatibleErrors: PublishedError[] = [
  {
    what: 'vLLM without the key',
    reply: { status: 401, body: { error: 'Unauthorized' } },
    code: 'model_not_configured',
    retryable: false,
    says: /COMPATIBLE_API_KEY/,
  },
  {
    what: 'vLLM with another model',
    reply: {
      status: 404,
      body: {
        object: 'error',
        message: 'The model `llama3` does not exist.',
        type: 'NotFoundError',
        param: null,
        code: 404,
      },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /does not know the model.*COMPATIBLE_BASE_URL/,
  },
  {
    what: 'vLLM without tools',
    reply: {
      status: 400,
      body: {
        error: {
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /cannot call tools/,
  },
  {
    what: 'vLLM with a long prompt',
    reply: {
      status: 400,
      body: {
        object: 'error',
        message:
          "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens in the messages.",
        type: 'BadRequestError',
        code: 400,
      },
    },
    code: 'context_too_long',
    retryable: false,
    says: /8192/,
  },
  {
    what: 'Ollama with a model without tools',
    reply: {
      status: 400,
      body: {
        error: {
          message: 'registry.ollama.ai/library/gemma:2b does not support tools',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /cannot call tools/,
  },
  {
    what: 'Ollama without the model',
    reply: {
      status: 404,
      body: {
        error: {
          message: 'model "llama3" not found, try pulling it first',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /try pulling it first/,
  },
  {
    what: 'Ollama on a small machine',
    reply: {
      status: 500,
      body: {
        error: {
          message: 'model requires more system memory (48.2 GiB) than is available (15.1 GiB)',
          type: 'api_error',
        },
      },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /smaller model/,
  },
  {
    what: 'LM Studio with a short window',
    reply: {
      status: 400,
      body: {
        error:
          'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      },
    },
    code: 'context_too_long',
    retryable: false,
    says: /4096/,
  },
  {
    what: 'LM Studio at another path',
    reply: { status: 200, body: { error: 'Unexpected endpoint or method. (POST /chat/completions)' } },
    code: 'model_not_configured',
    retryable: false,
    says: /COMPATIBLE_BASE_URL/,
  },
  {
    what: 'llama.cpp with a short window',
    reply: {
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9000,
          n_ctx: 4096,
        },
      },
    },
    code: 'context_too_long',
    retryable: false,
    says: /increasing it/,
  },
  {
    what: 'llama.cpp while it loads',
    reply: { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } },
    code: 'model_failed',
    retryable: true,
    says: /Loading model/,
  },
  {
    what: 'llama.cpp without a template',
    reply: {
      status: 500,
      body: { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /cannot call tools/,
  },
  {
    what: 'a server that has not loaded the model yet',
    reply: { status: 503, body: { error: { message: 'Model is not loaded yet', type: 'model_not_available' } } },
    code: 'model_failed',
    retryable: true,
    says: /status 503.*not loaded yet/,
  },
  {
    what: 'a gateway that tells an error with status 200',
    reply: { status: 200, body: { error: { code: 429, message: 'Provider returned error', metadata: {} } } },
    code: 'model_failed',
    retryable: true,
    says: /status 429/,
  },
  {
    what: 'a gateway without credit',
    reply: {
      status: 402,
      body: { error: { code: 402, message: 'Insufficient credits. Add more using the settings.' } },
    },
    code: 'model_failed',
    retryable: false,
    says: /no credit left/,
  },
  {
    what: 'a gateway without a route with tools',
    reply: { status: 404, body: { error: { code: 404, message: 'No endpoints found that support tool use.' } } },
    code: 'model_not_configured',
    retryable: false,
    says: /cannot call tools/,
  },
  {
    what: 'Azure with another deployment',
    reply: {
      status: 404,
      body: { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /does not know the model/,
  },
  {
    what: "Azure's filter",
    reply: {
      status: 400,
      body: {
        error: {
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: 'prompt',
          code: 'content_filter',
          status: 400,
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      },
    },
    code: 'model_refused',
    retryable: false,
    says: /filtered/,
  },
  {
    what: 'a proxy with a page of its own',
    reply: { status: 404, body: '<!DOCTYPE html><html><body>Not Found</body></html>' },
    code: 'model_not_configured',
    retryable: false,
    says: /COMPATIBLE_BASE_URL/,
  },
  {
    what: 'a page to sign in',
    reply: { status: 200, body: '<html><body>Sign in</body></html>' },
    code: 'model_not_configured',
    retryable: false,
    says: /a page of HTML.*COMPATIBLE_BASE_URL/,
  },
  {
    what: 'a proxy without its server',
    reply: { status: 502, body: '<html><body>502 Bad Gateway nginx</body></html>' },
    code: 'model_failed',
    retryable: true,
    says: /status 502/,
  },
  {
    what: 'a redirect',
    reply: { status: 301, headers: { location: 'https://api.example.com/v1/chat/completions' }, body: '' },
    code: 'model_not_configured',
    retryable: false,
    says: /redirects to https:\/\/api\.example\.com.*COMPATIBLE_BASE_URL/,
  },
  {
    what: 'an answer that is not streamed',
    reply: {
      status: 200,
      body: { id: 'c', choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] },
    },
    code: 'model_not_configured',
    retryable: false,
    says: /not streamed/,
  },
  {
    what: 'an error in the middle',
    reply: {
      stream: [
        'data: {"id":"c","choices":[{"index":0,"delta":{"content":"I"}}]}\n\n',
        'data: {"error":{"message":"The model runner has unexpectedly stopped","type":"api_error"}}\n\n',
      ],
    },
    code: 'model_failed',
    retryable: true,
    says: /broke off.*unexpectedly stopped/,
  },
];
