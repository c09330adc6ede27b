import type { ModelPrice, TokenPrices } from '@copydesk/contract';

/** The day on which these prices were the published ones; some are known to be older. */
const knownOn = '2026-11-21';

/**
 * The prices that providers publish, in US dollars for a million tokens, oldest first. A price is valid from the day on
 * which it began or, when that is not known, was first seen. Cache writes are Anthropic's five-minute ones; when a
 * provider has no price for them, they cost as much as input. A missing model has no known price and must be set in
 * COPYDESK_MODEL_PRICES.
 */
export const publishedPrices: ReadonlyMap<string, ModelPrice[]> = new Map([
  ...anthropic({
    'claude-fable-5-1': [price(knownOn, 10, 0.25, 12.5, 50)],
    'claude-fable-5': [price(knownOn, 10, 1, 12.5, 50)],
    'claude-opus-5-5': [price('2026-09-22', 4, 0.2, 5, 20)],
    'claude-opus-5': [price('2026-07-24', 5, 0.5, 6.25, 25)],
    'claude-opus-4-8': [price(knownOn, 5, 0.5, 6.25, 25)],
    'claude-opus-4-7': [price(knownOn, 5, 0.5, 6.25, 25)],
    'claude-opus-4-6': [price(knownOn, 5, 0.5, 6.25, 25)],
    'claude-opus-4-5': [price('2025-11-01', 5, 0.5, 6.25, 25)],
    'claude-opus-4-1': [price('2025-08-05', 15, 1.5, 18.75, 75)],
    'claude-opus-4': [price('2025-05-22', 15, 1.5, 18.75, 75)],
    'claude-sonnet-5-5': [price('2026-09-29', 2, 0.2, 2.5, 10), price('2026-10-07', 2, 0.1, 2.5, 10)],
    'claude-sonnet-5': [price(knownOn, 2, 0.2, 2.5, 10)],
    'claude-sonnet-4-6': [price(knownOn, 3, 0.3, 3.75, 15)],
    'claude-sonnet-4-5': [price('2025-09-29', 3, 0.3, 3.75, 15)],
    'claude-sonnet-4': [price('2025-05-22', 3, 0.3, 3.75, 15)],
    'claude-haiku-5-5': [price('2026-10-07', 0.1, 0.01, 0.125, 0.5, pricesAbove(100_000, 0.5, 0.05, 0.625, 2.5))],
    'claude-haiku-4-5': [price('2025-10-01', 1, 0.1, 1.25, 5)],
    'claude-3-5-haiku': [price('2024-10-22', 0.8, 0.08, 1, 4)],
  }),
  ...openai({
    'gpt-6.1-sol': [price('2026-10-01', 2, 0.1, 2, 10, pricesAbove(272_000, 4, 0.2, 4, 15))],
    'gpt-5.5': [price('2026-05-04', 5, 0.5, 5, 30, pricesAbove(272_000, 10, 1, 10, 45))],
    'gpt-5.4': [price('2026-05-04', 2.5, 0.25, 2.5, 15, pricesAbove(272_000, 5, 0.5, 5, 22.5))],
    'gpt-5.4-mini': [price('2026-05-04', 0.75, 0.075, 0.75, 4.5)],
    'gpt-5.4-nano': [price('2026-05-04', 0.2, 0.02, 0.2, 1.25)],
    'gpt-5.2': [price(knownOn, 1.75, 0.175, 1.75, 14)],
    'gpt-5': [price('2025-08-07', 1.25, 0.125, 1.25, 10)],
    'gpt-5-mini': [price('2025-08-07', 0.25, 0.025, 0.25, 2)],
    'gpt-5-nano': [price('2025-08-07', 0.05, 0.005, 0.05, 0.4)],
    'gpt-4.1': [price('2025-04-14', 2, 0.5, 2, 8)],
    'gpt-4.1-mini': [price('2025-04-14', 0.4, 0.1, 0.4, 1.6)],
    'gpt-4o': [price('2024-10-02', 2.5, 1.25, 2.5, 10)],
    'gpt-4o-mini': [price('2024-07-18', 0.15, 0.075, 0.15, 0.6)],
  }),
  ...google({
    'gemini-3.8-flash': [price('2026-09-20', 0.75, 0.075, 0.75, 3.75), price('2027-01-01', 1.5, 0.15, 1.5, 7.5)],
    'gemini-3.5-flash': [price('2026-05-19', 1.5, 0.15, 1.5, 9)],
    'gemini-3.1-pro-preview': [price('2026-02-19', 2, 0.2, 2, 12, pricesAbove(200_000, 4, 0.4, 4, 18))],
    'gemini-2.5-pro': [price('2025-06-17', 1.25, 0.125, 1.25, 10, pricesAbove(200_000, 2.5, 0.25, 2.5, 15))],
    'gemini-2.5-flash': [price('2025-06-17', 0.3, 0.03, 0.3, 2.5)],
  }),
]);

type Unsourced = Omit<ModelPrice, 'source'>;

function anthropic(prices: Record<string, Unsourced[]>) {
  return withSource('anthropic', 'https://platform.claude.com/docs/en/about-claude/pricing', prices);
}

function openai(prices: Record<string, Unsourced[]>) {
  return withSource('openai', 'https://developers.openai.com/api/docs/pricing', prices);
}

function google(prices: Record<string, Unsourced[]>) {
  return withSource('google', 'https://ai.google.dev/gemini-api/docs/pricing', prices);
}

function withSource(provider: string, source: string, prices: Record<string, Unsourced[]>): [string, ModelPrice[]][] {
  return Object.entries(prices).map(([model, list]) => [
    `${provider}/${model}`,
    list.map((entry) => ({ ...entry, source: `${source} (${knownOn})` })),
  ]);
}

function price(
  from: string,
  input: number,
  cachedInput: number,
  cacheWrite: number,
  output: number,
  long: ModelPrice['long'] = null,
): Unsourced {
  return { from, input, cachedInput, cacheWrite, output, long };
}

function pricesAbove(tokens: number, input: number, cachedInput: number, cacheWrite: number, output: number) {
  return { above: tokens, input, cachedInput, cacheWrite, output } satisfies TokenPrices & { above: number };
}
