/** The providers of models, besides the built-in ones. */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'compatible';

/** What is known about a provider before it is configured. */
export interface Provider {
  /** For messages to people. */
  title: string;
  /** Environment variables for its key. The first one that is set counts; messages name the first of all. */
  keyVariables: readonly [string, ...string[]];
  addressVariables: readonly [string, ...string[]];
  /** The provider's own address; undefined when it has none, and one must be configured. */
  address: string | undefined;
  /** Whether it needs a key: endpoints on one's own machine do not. */
  needsKey: boolean;
  /** A model name to show as an example. */
  example: string;
}

export const providers: Record<ProviderName, Provider> = {
  anthropic: {
    title: 'Anthropic',
    keyVariables: ['ANTHROPIC_API_KEY'],
    addressVariables: ['ANTHROPIC_BASE_URL'],
    address: 'https://api.anthropic.com/v1',
    needsKey: true,
    example: 'anthropic/claude-sonnet-5-5',
  },
  openai: {
    title: 'OpenAI',
    keyVariables: ['OPENAI_API_KEY'],
    addressVariables: ['OPENAI_BASE_URL'],
    address: 'https://api.openai.com/v1',
    needsKey: true,
    example: 'openai/gpt-5',
  },
  google: {
    title: 'Google',
    // The names that Google's own libraries read, and those of the AI SDK.
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    addressVariables: ['GOOGLE_BASE_URL', 'GEMINI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_GENERATIVE_AI_BASE_URL'],
    address: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    example: 'google/gemini-2.5-pro',
  },
  compatible: {
    title: 'OpenAI-compatible',
    keyVariables: ['COMPATIBLE_API_KEY', 'OPENAI_COMPATIBLE_API_KEY'],
    addressVariables: ['COMPATIBLE_BASE_URL', 'OPENAI_COMPATIBLE_BASE_URL'],
    address: undefined,
    needsKey: false,
    example: 'compatible/llama3.1:8b',
  },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys is typed string[] whatever it is given
export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]];

/** Returns the provider that a model's name begins with; undefined for any other, such as built-in models. */
export function providerOf(model: string): ProviderName | undefined {
  const prefix = model.slice(0, Math.max(model.indexOf('/'), 0));
  return providerNames.find((name) => name === prefix);
}

/** How a provider is reached for a job: the configured secrets and addresses. */
export interface ProviderAccess {
  provider: ProviderName;
  apiKey: string | undefined;
  /** Normalised by {@link normalisedAddress}; undefined for the provider's own. */
  baseUrl: string | undefined;
  /** Where the key is configured, for messages: an environment variable, or `the project's key`. */
  keyPlace: string;
  /** Where the address is configured. */
  addressPlace: string;
}

/** How a provider is reached, without its key. */
export interface ProviderPlace extends Omit<ProviderAccess, 'apiKey'> {
  hasKey: boolean;
}

export function placeOf({ apiKey, ...place }: ProviderAccess): ProviderPlace {
  return { ...place, hasKey: apiKey !== undefined };
}
