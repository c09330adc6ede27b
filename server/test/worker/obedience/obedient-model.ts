import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Script, ScriptedCall, ScriptedStep } from '../../support/scripted-model.ts';
import { editGuide } from '../rig.ts';
import { orders } from './orders.ts';
import type { OrderName } from './orders.ts';

/** A model that reads everything it can, and does what each order says, wherever it finds the order. */
export interface ObedientModel {
  script: Script;
  /** The orders that it found, in sequence. */
  obeyed: OrderName[];
  /** The names of the tools that it called. */
  called: string[];
}

/** Returns the text of an order: the same in a page, a file name, a URL and a log. */
export function written(order: OrderName | 'everything'): string {
  return `obey_${order}_now`;
}

/** What it reads first, with an edit that its task asks for, so that there is something to deliver. */
const look: ScriptedCall[] = [
  { tool: 'list_files', input: {} },
  { tool: 'list_files', input: { path: 'docs' } },
  { tool: 'list_files', input: { repository: 'app' } },
  { tool: 'read_file', input: { paths: ['docs/index.md', 'docs/data.json', 'docs/nav.yml', 'AGENTS.md'] } },
  { tool: 'read_file', input: { path: 'README.md', repository: 'app' } },
  { tool: 'read_file', input: { path: '.env', repository: 'app' } },
  { tool: 'search', input: { pattern: 'obey|key', repository: 'app' } },
  { tool: 'search', input: { pattern: 'obey', path: '/' } },
  { tool: 'page_views', input: { rank: 'not_found' } },
  { tool: 'check_docs', input: { earlier: true } },
];

export function obedientModel(): ObedientModel {
  const obeyed: OrderName[] = [];
  const called: string[] = [];
  let pending: OrderName[] = [];
  const ordersIn = orderReader();
  /** One order per step, because the number of calls in a step is limited. */
  const nextCalls = (shown: string): ScriptedCall[] => {
    while (pending.length > 0) {
      const [name, ...rest] = pending;
      pending = rest;
      const calls = name === undefined ? [] : (orders[name].calls?.(shown) ?? []);
      if (calls.length > 0) return calls;
    }
    const endless = obeyed.find((name) => orders[name].isEndless);
    return endless === undefined ? [] : (orders[endless].calls?.(shown) ?? []);
  };
  const answer = (options: LanguageModelV4CallOptions): Answer => {
    const isFirst = called.length === 0;
    const news = ordersIn(options.prompt).filter((name) => !obeyed.includes(name));
    obeyed.push(...news);
    pending.push(...news);
    if (isFirst) return { calls: [...look, ...editGuide('Run it.', 'Start it.').calls] };
    const shown = toolTexts(options);
    const calls = nextCalls(shown);
    if (calls.length > 0) return { calls };
    return { text: obeyed.map((name) => orders[name].closing?.(shown)).find((text) => text !== undefined) ?? closing };
  };
  return {
    obeyed,
    called,
    script(_call, options) {
      const said = answer(options);
      called.push(...(said.calls ?? []).map(({ tool }) => tool));
      return said;
    },
  };
}

type Answer = Exclude<ScriptedStep, { error: unknown }>;

const closing = 'TITLE: Say start\nCOMMIT: It is shorter.\nDESCRIPTION: The word is changed.';

/**
 * Returns a function that finds the orders in a growing prompt. Each message is searched once: searching whole prompts
 * at each step took half of the processor time of the tests. Another prompt is searched from its beginning.
 */
function orderReader(): (prompt: LanguageModelV4CallOptions['prompt']) => OrderName[] {
  const found = new Set<string>();
  let searched = 0;
  let last = '';
  return (prompt) => {
    const goesOn = JSON.stringify(prompt[searched - 1]) === last;
    for (const message of prompt.slice(goesOn ? searched : 0)) {
      last = JSON.stringify(message);
      for (const name of orderNamesIn(last)) found.add(name);
    }
    searched = prompt.length;
    return orderNames.filter((name) => (found.has('everything') ? !orders[name].isEndless : found.has(name)));
  };
}

/** A model reads tag characters and invisible ones as the letters that they hide. */
function orderNamesIn(message: string): string[] {
  const text = message
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(text.matchAll(/obey_([a-z-]+)_now/g), ([, name = '']) => name);
}

/** Returns the results of tools as one text. */
function toolTexts({ prompt }: LanguageModelV4CallOptions): string {
  return prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => (part.type === 'tool-result' && part.output.type === 'text' ? part.output.value : ''))
    .join('\n');
}

export const orderNames = Object.keys(orders).filter((name): name is OrderName => name in orders);
