import type { ModelPrice, TokenPrices } from '@copydesk/contract';
import { publishedPrices } from './published-prices.ts';

/** What an operator says a model costs, in US dollars for a million tokens. */
export interface ToldPrice {
  input: number;
  output: number;
  /** As much as what is read otherwise, unless told. */
  cachedInput?: number;
  cacheWrite?: number;
}

/** The prices that an operator has told, by the name of the model, `provider/model`. */
export type ToldPrices = ReadonlyMap<string, ToldPrice>;

/**
 * What a model costs at a day: what the operator says, or else the published price that held then; undefined when
 * neither is known. What is built in costs nothing. For days before the first price that is known, that one counts.
 */
export function priceOf(model: string, day: Date, told: ToldPrices): ModelPrice | undefined {
  if (model.startsWith('builtin/')) return { ...always, ...nothing, source: 'part of Copydesk' };
  const own = told.get(model);
  if (own !== undefined) return { ...always, ...complete(own), source: 'COPYDESK_MODEL_PRICES' };
  const prices = publishedPrices.get(model) ?? publishedPrices.get(withoutDate(model));
  return prices?.findLast(({ from }) => from <= day.toISOString().slice(0, 10)) ?? prices?.[0];
}

const always = { from: '1970-01-01', long: null };
const nothing: TokenPrices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

function complete({ input, output, cachedInput = input, cacheWrite = input }: ToldPrice): TokenPrices {
  return { input, cachedInput, cacheWrite, output };
}

/** `claude-sonnet-4-5-20250929` and `gpt-4.1-2025-04-14` are dated releases of models that cost the same. */
function withoutDate(model: string): string {
  return model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
}
