/** The providers that models can come from, besides what is built in. */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'compatible';

/** What is known of a provider before anybody has configured it. */
export interface Provider {
  /** For messages to people. */
  title: string;
  /** Variables that hold its key; the first one that is set counts, and the first of all is told. */
  keyVariables: readonly [string, ...string[]];
  addressVariables: readonly [string, ...string[]];
  /** The provider's own address; undefined when it has none, and one must be given. */
  address: string | undefined;
  /** Whether calls without a key make sense: endpoints on one's own machine want none. */
  needsKey: boolean;
  /** A name to show as an example. */
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

/** The provider that a model's name begins with; undefined for another, such as what is built in. */
export function providerOf(model: string): ProviderName | undefined {
  const prefix = model.slice(0, Math.max(model.indexOf('/'), 0));
  return providerNames.find((name) => name === prefix);
}

/** How a provider is reached for a job: the secrets and addresses that somebody has configured. */
export interface ProviderAccess {
  provider: ProviderName;
  apiKey: string | undefined;
  /** As {@link normalisedAddress} makes it; undefined for the provider's own. */
  baseUrl: string | undefined;
  /** Where the key stands, for messages: a variable of the environment, or `the project's key`. */
  keyPlace: string;
  /** Where the address stands. */
  addressPlace: string;
}
