import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const require = createRequire(import.meta.url);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The lines of a fixture beside this file. */
export function linesOf(name: string): string[] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** 10,000 views of real browsers, as of this year: their user agents, each once. */
export function browsers(): string[] {
  const file = path.join(path.dirname(require.resolve('user-agents')), 'user-agents.json');
  const views = z.array(z.object({ userAgent: z.string() })).parse(readJson(file));
  return [...new Set(views.map(({ userAgent }) => userAgent))];
}

const Crawlers = z.array(
  z.object({ pattern: z.string(), tags: z.array(z.string()).default([]), instances: z.array(z.string()) }),
);

/** Some 2,000 user agents of programs, with whether the list tags them as crawlers for AI. */
export function crawlers(): { userAgent: string; ai: boolean }[] {
  const file = path.join(path.dirname(require.resolve('crawler-user-agents')), 'crawler-user-agents.json');
  return Crawlers.parse(readJson(file)).flatMap(({ tags, instances }) =>
    instances.map((userAgent) => ({ userAgent, ai: tags.includes('ai-crawler') })),
  );
}
