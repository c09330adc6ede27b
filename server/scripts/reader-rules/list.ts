import { z } from 'zod';

/** A public list of programs, with the parts that rules are made of. */
export interface List {
  source: string;
  licence: string;
  /** The programs that, according to the list, read for AI. */
  entries: ListedAgent[];
}

export interface ListedAgent {
  agent: string;
  operator: string;
  purpose: 'assistant' | 'coding' | 'search' | 'training' | 'other';
  /** User agents from the list, or in the usual form for such a name. */
  examples: string[];
}

const CrawlerUserAgents = z
  .array(z.object({ pattern: z.string(), tags: z.array(z.string()).default([]), instances: z.array(z.string()) }))
  .min(1);

const AiRobots = z.record(z.string(), z.object({ operator: z.string(), function: z.string() }));

/**
 * Reads the JSON file of crawler-user-agents or of ai.robots.txt, which its shape tells apart. Refuses others: the
 * licence of a list says what may be done with it, so each is added here by hand.
 *
 * @throws Error when it is neither
 */
export function readList(text: string): List {
  const json: unknown = JSON.parse(text);
  const crawlers = CrawlerUserAgents.safeParse(json);
  if (crawlers.success) {
    const entries = crawlers.data.flatMap(({ pattern, tags, instances }) =>
      tags.includes('ai-crawler') ? [crawlerOf(pattern, instances)] : [],
    );
    return { source: 'https://github.com/monperrus/crawler-user-agents', licence: 'MIT', entries };
  }
  const robots = AiRobots.safeParse(json);
  if (robots.success) {
    const entries = Object.entries(robots.data).map(([agent, said]) => robotOf(agent, said));
    return { source: 'https://github.com/ai-robots-txt/ai.robots.txt', licence: 'MIT', entries };
  }
  throw new Error('The file is neither crawler-user-agents.json nor the robots.json of ai.robots.txt.');
}

function crawlerOf(pattern: string, instances: string[]): ListedAgent {
  const agent = pattern.replaceAll(/^\^|\$$|\\?\/$/g, '').replaceAll(/\\(.)/g, '$1');
  return { agent, operator: 'unknown', purpose: 'other', examples: instances };
}

function robotOf(agent: string, said: { operator: string; function: string }): ListedAgent {
  const named = /^\[([^\]]+)\]/.exec(said.operator)?.[1] ?? said.operator;
  return {
    agent,
    operator: named.startsWith('Unclear') ? 'unknown' : named,
    purpose: purposeOf(said.function),
    examples: [`${agent}/1.0`, `Mozilla/5.0 (compatible; ${agent}/1.0)`],
  };
}

function purposeOf(said: string): ListedAgent['purpose'] {
  if (/coding/i.test(said)) return 'coding';
  if (/assistant|agents?\b/i.test(said)) return 'assistant';
  if (/search/i.test(said)) return 'search';
  return /train/i.test(said) ? 'training' : 'other';
}
