import { writeFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBrowser } from '../support/browser.ts';
import { accessibilityFaults } from '../http/support/accessibility.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  site = await startSite({
    files: {
      'docs/index.md': '# Welcome\n\nThe color of the button is grey.\n',
      'docs/old.md': '# A page\n\nThat moves without a change of its text, from here to there.\n',
      'docs/gone.md': '# Gone\n',
      'docs/logo.png': new Uint8Array([137, 80, 78, 71, 0, 1]),
      'docs/other.md': 'one\n',
    },
  });
  browser = await testBrowser();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await open({});
});
afterEach(async () => {
  await context.close();
  // The content security policy refused nothing, and everything loaded.
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

async function open(options: Parameters<typeof browser.newContext>[0]): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  complaints = [];
  const seen = complaints;
  page.on('console', (message) => {
    // The browser also logs a page with an error status to the console.
    if (message.type() === 'error' && !message.text().includes('409')) seen.push(message.text());
  });
}

async function signIn(path: string): Promise<void> {
  await page.goto(site.origin + (await site.signInLink('Ann Example', path)));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
}

const file = (name: string) => page.locator('details.file').filter({ has: page.getByRole('heading', { name }) });

/** Opens a pull request with 60 new files. */
async function proposeMany(branch: string): Promise<number> {
  const names = Array.from({ length: 60 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const files = Object.fromEntries(names.map((name) => [`docs/many/${name}.md`, `# ${name}\n`]));
  return (await site.propose({ branch, files })).number;
}

/** A PNG of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const everyKind = {
  title: 'Say “colour”',
  description: 'Says **colour**, and *tidies* up.',
  prompt: 'Replace "color" with "colour"',
  files: {
    'docs/index.md': '# Welcome\n\nThe colour of the button is grey.\n',
    'docs/old.md': null,
    'docs/new.md': '# A page\n\nThat moves without a change of its text, from here to there.\n',
    'docs/gone.md': null,
    'docs/added.md': '# Added\n',
    'docs/logo.png': new Uint8Array([137, 80, 78, 71, 0, 2]),
  },
};

describe('the link that signs in once', () => {
  test('is not used up by a GET request, and signs in once', async () => {
    const { number } = await site.propose({ ...everyKind, branch: 'copydesk/link' });
    const link = site.origin + (await site.signInLink('Ann Example', site.path(`/${number}`)));
    await fetch(link);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in and continue' }).click();
    expect(new URL(page.url()).pathname).toBe(site.path(`/${number}`));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Say “colour” #${number}`);
    await page.getByLabel('Account of Ann Example').click();
    expect(await page.getByText('Ann Example').isVisible()).toBe(true);

    const elsewhere = await browser.newContext();
    const second = await elsewhere.newPage();
    await second.goto(link);
    await second.getByRole('button', { name: 'Sign in and continue' }).click();
    expect(await second.getByRole('heading', { level: 1 }).innerText()).toBe('The link no longer works');
    await second.getByRole('link', { name: 'Sign in another way' }).click();
    expect(new URL(second.url()).searchParams.get('next')).toBe(site.path(`/${number}`));
    await second.goto(site.origin + site.path(`/${number}`));
    expect(new URL(second.url()).pathname).toBe('/sign-in');
    await elsewhere.close();
  });

  test('signing out ends the session', async () => {
    await signIn(site.path());
    await page.getByLabel('Account of Ann Example').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(site.origin + site.path());
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });

  test('a pasted key signs in too, and leads back to the page that was asked for', async () => {
    await page.goto(site.origin + site.path());
    await page.locator('summary', { hasText: 'API key' }).click();
    await page.getByLabel('API key').fill(await site.newKey());
    await page.locator('details').getByRole('button', { name: 'Sign in' }).click();
    expect(new URL(page.url()).pathname).toBe(site.path());
  });
});

describe('the diff', () => {
  let path: string;
  beforeAll(async () => {
    const { number } = await site.propose({ ...everyKind, branch: 'copydesk/diff' });
    path = site.path(`/${number}`);
  });

  test('marks the words that changed, in both layouts', async () => {
    await signIn(path);
    for (const layout of ['Unified', 'Side by side']) {
      await page.getByRole('link', { name: layout }).click();
      expect(await page.getByRole('link', { name: layout }).getAttribute('aria-current')).toBe('true');
      expect(await file('docs/index.md').locator('del').allInnerTexts()).toEqual(['color']);
      expect(await file('docs/index.md').locator('ins').allInnerTexts()).toEqual(['colour']);
    }
    const boxes = await file('docs/index.md')
      .locator('del, ins')
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().top));
    expect(boxes[0]).toBe(boxes[1]);
  });

  test('reports what was added, deleted, moved and is binary', async () => {
    await signIn(path);
    expect(await file('docs/added.md').locator('summary').innerText()).toMatch(/added[\s\S]*\+1/);
    expect(await file('docs/gone.md').locator('summary').innerText()).toContain('deleted');
    expect(await file('docs/new.md').innerText()).toMatch(/docs\/old\.md[\s\S]*Moved without a change/);
    expect(await file('docs/logo.png').innerText()).toContain('A binary file');
  });

  test('names the section of a page that a change is in, shows all its lines, and the page as readers see it', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}.`);
    const before = [
      '# Guide',
      '',
      '## On Linux',
      '',
      ...lines,
      '',
      '![Dot](../img/dot.png) and <b>raw</b>',
      '',
      '| a |',
      '| -: |',
      '',
    ].join('\n');
    await site.repository.commit({ 'docs/guide.md': before, 'img/dot.png': dot });
    const files = { 'docs/guide.md': before.replace('Line 20.', 'Line twenty.') };
    const { number } = await site.propose({ branch: 'copydesk/guide', files });
    await signIn(site.path(`/${number}?view=preview`));
    const guide = file('docs/guide.md');
    expect(await guide.locator('.hunk').first().innerText()).toContain('Guide › On Linux');
    expect(await guide.locator('.preview .heading.h2').innerText()).toBe('On Linux');
    expect(await guide.locator('.preview').innerText()).toContain('<b>raw</b>');
    expect(await guide.locator('.preview th').evaluate((cell) => cell.getAttribute('align'))).toBe('right');
    await expect
      .poll(() => guide.locator('.preview img').evaluate((image) => image.getAttribute('src')))
      .toContain('/image?');
    expect(await guide.locator('td.c').count()).toBeLessThan(20);
    await guide.getByRole('link', { name: 'All lines' }).first().click();
    await expect.poll(() => guide.locator('td.c').count()).toBeGreaterThan(40);
  });

  test('a file that was viewed is folded, also after a reload, until it changes', async () => {
    const { number } = await site.propose({ ...everyKind, branch: 'copydesk/viewed' });
    await signIn(site.path(`/${number}`));
    await file('docs/added.md').getByRole('button', { name: 'Viewed' }).click();
    await expect.poll(() => file('docs/added.md').getAttribute('open')).toBeNull();
    await page.reload();
    expect(await page.locator('.toolbar').innerText()).toContain('1 viewed');
    expect(await file('docs/added.md').getAttribute('open')).toBeNull();
    expect(await file('docs/index.md').getAttribute('open')).not.toBeNull();
    await site.repository.commit({ 'docs/added.md': '# Added, and more\n' }, { branch: 'copydesk/viewed' });
    await page.reload();
    expect(await file('docs/added.md').getAttribute('open')).not.toBeNull();
  });

  test('of many files loads the rest while scrolling, and the list leads to each file', async () => {
    const number = await proposeMany('copydesk/many');
    await signIn(site.path(`/${number}`));
    expect(await page.locator('details.file').count()).toBe(25);
    await page.locator('.files').getByRole('link', { name: 'p03.md' }).click();
    expect(await file('docs/many/p03.md').locator('ins, td.c').first().isVisible()).toBe(true);
    await page.evaluate('window.wasHere = true');
    const shown = () => page.locator('details.file').count();
    const scroll = async () => {
      await page.getByRole('region', { name: 'Decide, below the files' }).scrollIntoViewIfNeeded();
      return await shown();
    };
    await expect.poll(scroll, { timeout: 20_000 }).toBe(60);
    const last = page.locator('details.file').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.locator('table.diff').count()).toBe(1);
    // A file that was added meanwhile is shown and marked here.
    await page.locator('.files').getByRole('link', { name: 'p40.md' }).click();
    await file('docs/many/p40.md').getByRole('button', { name: 'Viewed' }).click();
    await expect.poll(() => file('docs/many/p40.md').getAttribute('open')).toBeNull();
    expect(await page.evaluate('window.wasHere')).toBe(true);
    const paths = await page.locator('details.file h3').allInnerTexts();
    expect(new Set(paths).size).toBe(60);
    await page.goto(site.origin + site.path(`/${number}`));
    expect(await page.locator('.toolbar').innerText()).toContain('1 viewed');
    await page.locator('.files').getByRole('link', { name: 'p40.md' }).click();
    await file('docs/many/p40.md').waitFor();
    expect(new URL(page.url()).search).toContain('from=25');
  });

  test('of many files has the rest behind links without a script', async () => {
    const number = await proposeMany('copydesk/links');
    await context.close();
    await open({ javaScriptEnabled: false });
    await signIn(site.path(`/${number}`));
    await page.getByRole('link', { name: 'Next files' }).click();
    expect(await page.locator('details.file h3').first().innerText()).toBe('docs/many/p25.md');
    await file('docs/many/p49.md').getByRole('button', { name: 'Viewed' }).click();
    expect(await file('docs/many/p49.md').getAttribute('open')).toBeNull();
    await page.getByRole('link', { name: 'Next files' }).click();
    expect(await page.locator('details.file').count()).toBe(10);
    expect(await page.getByRole('link', { name: 'Next files' }).count()).toBe(0);
    expect(await page.locator('.sections').innerText()).toContain('Files 51 to 60 of 60.');
    await page.getByRole('link', { name: 'Files before' }).click();
    await file('docs/many/p30.md').waitFor();
    await file('docs/many/p45.md').getByRole('link', { name: 'Show this file alone' }).click();
    expect(await page.locator('details.file table.diff').count()).toBe(1);
  });

  test('is reached from the list of files', async () => {
    await signIn(path);
    await page.getByRole('navigation', { name: 'Changed files' }).getByRole('link', { name: 'index.md' }).click();
    await expect.poll(() => file('docs/index.md').evaluate((element) => element.matches(':target'))).toBe(true);
  });
});

describe('a decision', () => {
  test('Merge puts the change on the base branch, and the page says so', async () => {
    const { number } = await site.propose({ branch: 'copydesk/merge', files: { 'docs/other.md': 'two\n' } });
    await signIn(site.path(`/${number}?view=split`));
    await page.getByRole('button', { name: 'Merge' }).click();
    const commit = await site.repository.git('rev-parse', 'main');
    expect(await site.repository.git('show', 'main:docs/other.md')).toBe('two');
    expect(await site.repository.git('log', '-1', '--format=%an %s', 'main')).toBe(
      `Ann Example Merge pull request #${number} from copydesk/merge`,
    );
    const standing = page.locator('.standing');
    expect(await standing.innerText()).toMatch(/Merged[\s\S]*merged by\s+Ann Example/);
    expect(await standing.locator('.commit').getAttribute('title')).toBe(commit);
    expect(new URL(page.url()).search).toBe('?view=split');
    expect(await page.getByRole('button', { name: 'Merge' }).count()).toBe(0);
    expect(await page.locator('td.c.i').innerText()).toMatch(/two$/);
  });

  test('Close leaves the base branch unchanged, and the page says so', async () => {
    const before = await site.repository.git('rev-parse', 'main');
    const { number } = await site.propose({ branch: 'copydesk/close', files: { 'docs/other.md': 'three\n' } });
    await signIn(site.path(`/${number}`));
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.standing').innerText()).toMatch(/Closed[\s\S]*closed by\s+Ann Example/);
    expect(await site.repository.git('rev-parse', 'main')).toBe(before);
  });

  test('a conflict is reported with its files and a way to resolve it, and nothing is lost', async () => {
    const { number } = await site.propose({ branch: 'copydesk/conflict', files: { 'docs/index.md': 'mine\n' } });
    const base = await site.repository.commit({ 'docs/index.md': 'theirs\n' });
    await signIn(site.path(`/${number}`));
    await page.getByRole('button', { name: 'Merge' }).click();
    const alert = page.getByRole('alert');
    expect(await alert.innerText()).toMatch(/The branches conflict[\s\S]*docs\/index\.md[\s\S]*git merge origin\/main/);
    expect(await page.locator('.badge').innerText()).toBe('Open');
    expect(await site.repository.git('rev-parse', 'main')).toBe(base);
  });

  test('uncommitted changes in the working copy are reported', async () => {
    await using other = await startSite({ bare: false });
    const { number } = await other.propose({ files: { 'docs/index.md': 'from the branch\n' } });
    await writeFile(`${other.repository.path}/docs/index.md`, 'not committed\n');
    await page.goto(other.origin + (await other.signInLink('Ann', other.path(`/${number}`))));
    await page.getByRole('button', { name: 'Sign in and continue' }).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('The working copy has uncommitted changes');
    expect(await page.locator('.badge').innerText()).toBe('Open');
  });
});

describe.each(['light', 'dark'] as const)('in a %s scheme', (colorScheme) => {
  beforeEach(async () => {
    await context.close();
    await open({ colorScheme });
  });

  test('pages are accessible to screen readers and keyboards', async () => {
    const { number } = await site.propose({ ...everyKind, branch: `copydesk/${colorScheme}` });
    await page.goto(`${site.origin}/sign-in`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await signIn(site.path(`/${number}`));
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Side by side' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'With preview' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).first().click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(site.origin + site.path());
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
  });

  test('no page is wider than the screen of a phone', async () => {
    const branch = `copydesk/narrow-${colorScheme}`;
    const { number } = await site.propose({ ...everyKind, branch });
    await signIn(site.path(`/${number}`));
    await page.setViewportSize({ width: 360, height: 740 });
    for (const layout of ['Side by side', 'With preview', 'Unified']) {
      await page.getByRole('link', { name: layout }).click();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      expect(await page.locator('tr.i, td.i').first().isVisible()).toBe(true);
    }
  });
});
