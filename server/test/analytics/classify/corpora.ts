import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const require = createRequire(import.meta.url);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the lines of a fixture beside this file. */
export function linesOf(name: string): string[] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns 10,000 different user agents of real browsers' views, all of this year. */
export function browsers(): string[] {
  const file = path.join(path.dirname(require.resolve('user-agents')), 'user-agents.json');
  const views = z.array(z.object({ userAgent: z.string() })).parse(readJson(file));
  return [...new Set(views.map(({ userAgent }) => userAgent))];
}

const Crawlers = z.array(
  z.object({ pattern: z.string(), tags: z.array(z.string()).default([]), instances: z.array(z.string()) }),
);

/** Returns about 2,000 user agents of programs, and whether the list tags them as AI crawlers. */
export function crawlers(): { userAgent: string; ai: boolean }[] {
  const file = path.join(path.dirname(require.resolve('crawler-user-agents')), 'crawler-user-agents.json');
  return Crawlers.parse(readJson(file)).flatMap(({ tags, instances }) =>
    instances.map((userAgent) => ({ userAgent, ai: tags.includes('ai-crawler') })),
  );
}
