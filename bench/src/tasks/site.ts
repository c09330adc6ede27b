import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { git, prose } from '../support/generate-site.ts';
import { randomNumbers } from '../support/random.ts';
import { deploymentPage, eventsPage, formerOption, guidePages, productSource, quickstartPage } from './pages.ts';

const run = promisify(execFile);

/** A docs site in several languages, and a repository of its product. */
export interface TaskSite {
  /** Paths of bare repositories. */
  repository: string;
  product: string;
  /** The text of each file of the site, by its path. */
  texts: ReadonlyMap<string, string>;
}

const languages = ['en', 'de', 'fr'];
const sections = 5;
const pagesPerSection = 24;

/** Generates 365 pages for Mintlify, the same each time. */
export async function generateTaskSite(directory: string): Promise<TaskSite> {
  const random = randomNumbers(7);
  const guides = guidePages(random);
  const texts = new Map([...guides, ...languages.flatMap((language) => pagesIn(language, random))]);
  texts.set('docs.json', `${JSON.stringify(configuration([...texts.keys()]), undefined, 2)}\n`);
  const product = new Map([['src/options.ts', productSource()], ...sourcesBeside(random)]);
  return {
    repository: await commitAll(path.join(directory, 'docs'), texts),
    product: await commitAll(path.join(directory, 'product'), product),
    texts,
  };
}

function pagesIn(language: string, random: () => number): [string, string][] {
  return Array.from({ length: sections * pagesPerSection }, (_, page) => [
    `${addressOf(language, page).slice(1)}.mdx`,
    pageText(language, page, random),
  ]);
}

function addressOf(language: string, page: number): string {
  return `/${language}/section-${Math.floor(page / pagesPerSection)}/page-${page}`;
}

/** Each page links to another one. Some link to a page that a task changes, and some name the option. */
function pageText(language: string, page: number, random: () => number): string {
  const target = Math.floor(random() * sections * pagesPerSection);
  const parts = [
    `---\ntitle: Page ${page}\ndescription: What page ${page} is about\n---\n`,
    `${prose(random)} See [page ${target}](${addressOf(language, target)}).\n`,
    `## More\n\n${prose(random)}\n\n${prose(random)}\n`,
  ];
  const guide = language === 'en' ? guideLinks[page % 20] : undefined;
  if (guide !== undefined) parts.push(`Read [the guide](${guide}) first.\n`);
  if (page % 12 === 3)
    parts.push(
      `Set \`${formerOption}\` where calls may fail.\n\n\`\`\`toml\n${formerOption} = ${1 + (page % 5)}\n\`\`\`\n`,
    );
  return parts.join('\n');
}

const guideLinks: Partial<Record<number, string>> = {
  0: `${eventsPage.address}#signatures`,
  6: `${deploymentPage.address}#rolling-back`,
  11: quickstartPage.address,
};

function configuration(paths: string[]): object {
  const pagesOf = (language: string) =>
    paths.filter((one) => one.startsWith(`${language}/`)).map((one) => one.replace(/\.mdx$/, ''));
  return {
    $schema: 'https://mintlify.com/docs.json',
    name: 'Bench',
    theme: 'mint',
    colors: { primary: '#0a7d4f' },
    navigation: {
      languages: languages.map((language) => ({ language, groups: [{ group: 'All', pages: pagesOf(language) }] })),
    },
    redirects: [{ source: '/start', destination: quickstartPage.address }],
  };
}

/** The other files of the product's repository. */
function sourcesBeside(random: () => number): [string, string][] {
  return Array.from({ length: 40 }, (_, file) => [
    `src/part-${file}.ts`,
    `/** ${prose(random)} */\nexport const part${file} = ${file};\n`,
  ]);
}

async function commitAll(work: string, files: ReadonlyMap<string, string>): Promise<string> {
  for (const [name, text] of files) {
    const file = path.join(work, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const repository = `${work}.git`;
  await git(work, 'init', '--quiet', '--initial-branch=main');
  await git(work, 'add', '--all');
  await git(work, '-c', 'user.name=Bench', '-c', 'user.email=bench@noreply.invalid', 'commit', '--quiet', '-m', 'Site');
  await git(work, 'clone', '--quiet', '--bare', work, repository);
  return repository;
}

/** Returns the branch that a job has created. */
export async function branchOf(repository: string, jobId: string): Promise<string> {
  const format = '--format=%(refname:short)';
  const { stdout } = await run('git', ['--git-dir', repository, 'for-each-ref', format, 'refs/heads/copydesk/']);
  const branch = stdout.split('\n').find((name) => name.includes(jobId));
  if (branch === undefined) throw new Error(`The job ${jobId} has no branch.`);
  return branch;
}

/** Returns a file of a branch; undefined where none exists. */
export async function fileAt(repository: string, branch: string, name: string): Promise<string | undefined> {
  const shown = await run('git', ['--git-dir', repository, 'show', `${branch}:${name}`]).catch(() => undefined);
  return shown?.stdout;
}
