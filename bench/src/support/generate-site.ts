import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { randomNumbers } from './random.ts';

const run = promisify(execFile);

export interface GeneratedSite {
  /** The path of a bare repository. */
  repository: string;
  pages: number;
  bytes: number;
}

/**
 * Generates a docs site as a bare git repository: folders of 50 pages, each page with front matter, headings, prose, a
 * table, code, and links to existing pages of its own folder and of others. The same seed gives the same site.
 */
export async function generateSite(
  directory: string,
  options: { pages: number; bytesPerPage: number; seed: number },
): Promise<GeneratedSite> {
  const work = path.join(directory, 'work');
  const random = randomNumbers(options.seed);
  let bytes = 0;
  for (let page = 0; page < options.pages; page += 1) {
    const file = path.join(work, pagePath(page));
    const text = pageText(page, options, random);
    bytes += Buffer.byteLength(text);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const repository = path.join(directory, 'site.git');
  await git(work, 'init', '--quiet', '--initial-branch=main');
  await git(work, 'add', '--all');
  await git(work, '-c', 'user.name=Bench', '-c', 'user.email=bench@noreply.invalid', 'commit', '--quiet', '-m', 'Site');
  await git(work, 'clone', '--quiet', '--bare', work, repository);
  return { repository, pages: options.pages, bytes };
}

/** Returns the path of the page with this number. */
export function pagePath(page: number): string {
  return `docs/section-${String(Math.floor(page / 50)).padStart(3, '0')}/page-${String(page).padStart(4, '0')}.md`;
}

/** Returns the sentence that the bench's model replaces. Every page contains it once. */
export function markedSentence(page: number): string {
  return `The marker of page ${page} stands here.`;
}

function pageText(page: number, options: { pages: number; bytesPerPage: number }, random: () => number): string {
  const parts = [
    `---\ntitle: Page ${page}\ndescription: What page ${page} is about\n---\n\n# Page ${page}\n\n${markedSentence(page)}\n`,
  ];
  let length = 0;
  for (let section = 1; length < options.bytesPerPage - 200; section += 1) {
    const target = Math.floor(random() * options.pages);
    const link = path.posix.relative(path.posix.dirname(pagePath(page)), pagePath(target));
    const part =
      `\n## Section ${section}\n\n${prose(random)} See [page ${target}](${link}) for more.\n\n` +
      `| option | default |\n| --- | --- |\n| \`limit-${section}\` | ${target} |\n\n` +
      `\`\`\`sh\ncurl https://api.example.com/v1/things/${target}\n\`\`\`\n\n${prose(random)}\n`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

const words = 'the service reads a file and writes an answer when it is asked by its client over the network'.split(
  ' ',
);

/** Returns a paragraph of about sixty words. */
export function prose(random: () => number): string {
  const sentence = () =>
    Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)])
      .join(' ')
      .replace(/^./, (c) => c.toUpperCase());
  return Array.from({ length: 6 }, () => `${sentence()}.`).join(' ');
}

/** Runs git in a folder, without the settings of the user who runs the bench. */
export async function git(cwd: string, ...args: string[]): Promise<void> {
  await run('git', args, {
    cwd,
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });
}
