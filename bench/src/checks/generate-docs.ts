import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { markedSentence } from '../support/generate-site.ts';
import { randomNumbers } from '../support/random.ts';
import type { GeneratedKind } from './site-kinds.ts';

/** A link that is broken on purpose. `mark` is a word in its target that occurs nowhere else. */
export interface BrokenLink {
  path: string;
  target: string;
  mark: string;
  what: 'page' | 'anchor';
}

export interface GeneratedDocs {
  kind: GeneratedKind;
  /** The path of a bare repository. */
  repository: string;
  pages: number;
  bytes: number;
  links: number;
  broken: BrokenLink[];
}

const sections = 8;

/**
 * Generates a site as a bare repository, by `git fast-import`: writing 50,000 files would take longer than checking
 * them. The same seed gives the same site, with `broken` pages that contain one broken link each, every third of them
 * to an anchor.
 */
export async function generateDocs(
  directory: string,
  kind: GeneratedKind,
  options: { pages: number; broken: number; seed: number },
): Promise<GeneratedDocs> {
  await mkdir(directory, { recursive: true });
  const repository = path.join(directory, `${kind.name}-${options.pages}.git`);
  await git(['init', '--quiet', '--bare', '--initial-branch=main', repository]).ended;
  const random = randomNumbers(options.seed);
  const victims = pick(options.pages, options.broken, random);
  const docs: GeneratedDocs = { kind, repository, pages: options.pages, bytes: 0, links: 0, broken: [] };
  const { stdin, ended } = git(['-C', repository, 'fast-import', '--quiet', '--done']);
  const write = async (text: string): Promise<void> => {
    if (!stdin.write(text)) await once(stdin, 'drain');
  };
  await write('commit refs/heads/main\ncommitter Bench <bench@noreply.invalid> 1700000000 +0000\ndata 4\nSite\n');
  const add = (file: string, text: string) =>
    write(`M 100644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  for (const [file, text] of Object.entries(kind.configuration(options.pages))) await add(file, text);
  for (let page = 0; page < options.pages; page += 1) {
    const text = pageText(docs, page, victims.get(page), random);
    docs.bytes += Buffer.byteLength(text);
    await add(kind.pagePath(page), text);
  }
  stdin.end('done\n');
  await ended;
  return docs;
}

/** Chooses the numbers of the pages with a broken link, and for each the section and the kind. */
function pick(pages: number, count: number, random: () => number) {
  const victims = new Map<number, { section: number; what: BrokenLink['what'] }>();
  while (victims.size < Math.min(count, pages)) {
    const what = victims.size % 3 === 2 ? 'anchor' : 'page';
    victims.set(Math.floor(random() * pages), { section: 1 + Math.floor(random() * sections), what });
  }
  return victims;
}

function pageText(
  docs: GeneratedDocs,
  page: number,
  victim: { section: number; what: BrokenLink['what'] } | undefined,
  random: () => number,
): string {
  const { kind } = docs;
  const parts = [
    `---\ntitle: Page ${page}\ndescription: What page ${page} is about\n---\n\n# Page ${page}\n\n${markedSentence(page)}\n`,
  ];
  for (let section = 1; section <= sections; section += 1) {
    const to = Math.floor(random() * docs.pages);
    const anchor = random() < 0.3 ? `#section-${1 + Math.floor(random() * sections)}` : '';
    const target =
      victim?.section === section ? brokenTarget(docs, page, to, victim.what) : kind.link(page, to, anchor);
    docs.links += 1;
    parts.push(
      `\n## Section ${section}\n\n${prose(random)} See [page ${to}](${target}) for more.\n\n`,
      section % 3 === 1 ? `| option | default |\n| --- | --- |\n| \`limit-${section}\` | ${to} |\n\n` : '',
      section % 3 === 2 ? `\`\`\`sh\ncurl https://api.example.com/v1/things/${to} > out.json\n\`\`\`\n\n` : '',
      section === 3 ? `${kind.block(prose(random))}\n` : '',
      `${prose(random)}\n`,
    );
  }
  return parts.join('');
}

function brokenTarget(docs: GeneratedDocs, page: number, to: number, what: BrokenLink['what']): string {
  const { kind, broken } = docs;
  const mark = `gone-${page}`;
  const target = what === 'page' ? kind.deadLink(page, mark) : kind.link(page, to, `#${mark}`);
  broken.push({ path: kind.pagePath(page), target, mark, what });
  return target;
}

const words = 'the service reads a file and writes an answer when it is asked by its client over the network'.split(
  ' ',
);

function prose(random: () => number): string {
  const sentence = () =>
    Array.from({ length: 10 }, () => words[Math.floor(random() * words.length)])
      .join(' ')
      .replace(/^./, (c) => c.toUpperCase());
  return Array.from({ length: 4 }, () => `${sentence()}.`).join(' ');
}

function git(args: string[]) {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const child = spawn('git', args, { env, stdio: ['pipe', 'inherit', 'inherit'] });
  return { stdin: child.stdin, ended: endOf(child, args.join(' ')) };
}

async function endOf(child: ChildProcess, what: string): Promise<void> {
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`git ${what} ended with ${child.exitCode}`);
}
