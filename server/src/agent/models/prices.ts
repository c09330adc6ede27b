import type { ModelPrice, TokenPrices } from '@copydesk/contract';
import { isBuiltIn } from '../model.ts';
import { publishedPrices } from './published-prices.ts';

/** A model's price as the operator set it, in US dollars for a million tokens. */
export interface OperatorPrice {
  input: number;
  output: number;
  /** The same as `input` unless set. */
  cachedInput?: number;
  cacheWrite?: number;
}

/** The prices that an operator set, by the model's name, `provider/model`. */
export type OperatorPrices = ReadonlyMap<string, OperatorPrice>;

/**
 * Returns what a model costs on a day: the operator's price, else the published price of that day; undefined when
 * neither is known. Built-in models cost nothing. For days before the first known price, the first one counts.
 */
export function priceOf(model: string, day: Date, operatorPrices: OperatorPrices): ModelPrice | undefined {
  if (isBuiltIn(model)) return { ...constantPrice, ...zeroPrices, source: 'part of Copydesk' };
  const own = operatorPrices.get(model);
  if (own !== undefined) return { ...constantPrice, ...fillInPrices(own), source: 'COPYDESK_MODEL_PRICES' };
  const prices = publishedPrices.get(model) ?? publishedPrices.get(withoutDate(model));
  return prices?.findLast(({ from }) => from <= day.toISOString().slice(0, 10)) ?? prices?.[0];
}

/** The required form of an operator's prices, for the message about invalid ones. */
export const priceForm =
  'must be provider/model=input/output, or provider/model=input/output/cached/written, in US dollars for a million ' +
  'tokens, separated by commas, such as compatible/llama3=0.5/1.5';

const amount = String.raw`(\d{1,6}(?:\.\d{1,6})?)`;
const priceFormat = new RegExp(`^([a-z][a-z0-9-]*/[^\\s,=]+)=${amount}/${amount}(?:/${amount}/${amount})?$`);

/** Reads an operator's prices, one for each entry; undefined when an entry is invalid. */
export function readPrices(entries: readonly string[]): OperatorPrices | undefined {
  const prices = new Map<string, OperatorPrice>();
  for (const entry of entries) {
    const [, model, input, output, cached, written] = priceFormat.exec(entry) ?? [];
    if (model === undefined) return undefined;
    const cache = cached === undefined ? {} : { cachedInput: Number(cached), cacheWrite: Number(written) };
    prices.set(model, { input: Number(input), output: Number(output), ...cache });
  }
  return prices;
}

const constantPrice = { from: '1970-01-01', long: null };
const zeroPrices: TokenPrices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

function fillInPrices({ input, output, cachedInput = input, cacheWrite = input }: OperatorPrice): TokenPrices {
  return { input, cachedInput, cacheWrite, output };
}

/** `claude-sonnet-4-5-20250929` and `gpt-4.1-2025-04-14` are dated releases of models that cost the same. */
function withoutDate(model: string): string {
  return model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
}
