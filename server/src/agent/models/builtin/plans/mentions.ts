import { commonFolder, normalisePath } from '../text/paths.ts';
import { escapeForGrep } from './page-name.ts';
import type { Plan } from './plan.ts';
import type { Site } from './site.ts';
import { count } from './words.ts';

/** So many files are told one by one, and so many lines of each. */
const mostTold = 20;
const mostLines = 8;

/**
 * The places that still name a folder that is gone, by one of its names, as lines of what was left: in configuration,
 * scripts, code and addresses, where nobody but a person can tell what is meant.
 */
export async function* mentionsOf(site: Site, folder: string, called: string): Plan<string[]> {
  const bases = [site.root, commonFolder(site.pages)].filter((base) => base !== '' && folder.startsWith(`${base}/`));
  const shorter = bases.map((base) => folder.slice(base.length + 1));
  const names = [...new Set([folder, ...shorter, normalisePath(called) ?? folder])];
  const name = names.toSorted((a, b) => a.length - b.length)[0] ?? folder;
  const patterns = names.map((one) => {
    const path = `[./]*${escapeForGrep(one)}`;
    // A single word is a path only where a slash or quotation marks say so.
    return one.includes('/')
      ? `(^|["'\`(:=]|[[:space:]])${path}(["'\`/#?),]|[[:space:]]|$)`
      : `(["'\`(:=]${path}|[[:space:]]/${path})["'\`/#)]`;
  });
  const [answer] = yield [{ tool: 'search', input: { pattern: patterns.join('|'), limit: 500 } }];
  if (answer?.ok !== true || answer.text === 'no hits') return [];
  const places = Map.groupBy(answer.text.split('\n').flatMap(readPlace), ({ path }) => path);
  const told = Array.from(places, ([path, found]) => {
    const lines = found.slice(0, mostLines).map(({ line }) => line);
    return `${path}:${lines.join(', ')}${found.length > mostLines ? ', …' : ''}: it still names ${name}`;
  });
  const more = told.length - mostTold;
  return more > 0 ? [...told.slice(0, mostTold), `${count(more, 'further file')} with the name ${name}`] : told;
}

function readPlace(hit: string): { path: string; line: string }[] {
  const [, path, line] = /^(.+?):(\d+):/u.exec(hit) ?? [];
  return path === undefined || line === undefined ? [] : [{ path, line }];
}
