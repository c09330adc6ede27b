import { mkdirSync } from 'node:fs';
import { test } from 'vitest';
import { testBrowser } from '../../support/browser.ts';
import { startSite } from '../support/site.ts';

const long = Array.from(
  { length: 60 },
  (_, i) =>
    `Paragraph ${i} of the handbook, which says what a reader needs to know about step ${i} and why it is done in this way and not in another.`,
).join('\n\n');

test('shots', async () => {
  const out = '/tmp/lh/shots';
  mkdirSync(out, { recursive: true });
  await using site = await startSite({
    files: {
      'docs/index.md':
        '# Welcome\n\nThe color of the button is grey. See [the guide](guides/instal.md) for more.\n\n' + long + '\n',
      'docs/guides/install.md':
        '---\ntitle: Install\n---\n\n# Install\n\nRun `npm install copydesk` in an empty folder.\n\n1. Download it.\n2. Unpack it.\n3. Run it.\n\n' +
        long +
        '\n',
      'docs/guides/old-name.md': '# Old name\n\n' + long + '\n',
      'docs/reference/gone.md': '# Gone\n\nThis page is no longer needed.\n',
      'docs/images/logo.png': new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
      'docs/windows.md': '# Windows\r\n\r\nA line.\r\n',
      'mkdocs.yml': 'nav:\n  - index.md\n',
    },
  });
  const pr = await site.propose({
    title: 'Say “colour” across the docs and fix the links to the install guide',
    description:
      'Replaces **color** with *colour* in 2 pages and mends one link.\n\n- `docs/index.md`: the link to `guides/install.md`\n- `docs/guides/install.md`: clearer steps\n\n> Checked: no new problems.\n\n<script>alert(1)</script> ![x](https://evil.example/x.png)\n\n| page | edits |\n|---|---|\n| index | 2 |',
    prompt: 'Replace "color" with "colour"\nFix broken links',
    branch: 'copydesk/job_01jd3v9w6m2q8x4y7z0a1b2c3d',
    files: {
      'docs/index.md':
        '# Welcome\n\nThe colour of the button is gray. See [the guide](guides/install.md) for more.\n\n' +
        long.replace('Paragraph 30 of the handbook', 'Section 30 of this handbook') +
        '\n\nAnd a last line\u202e without an end',
      'docs/guides/install.md':
        '---\ntitle: Install Copydesk\ndescription: How to install Copydesk on your machine.\n---\n\n# Install\n\nRun `npm install copydesk@latest` in an empty folder.\n\n1. Download the archive.\n2. Check its signature.\n3. Unpack it.\n4. Run it.\n\n' +
        long +
        '\n',
      'docs/guides/old-name.md': null,
      'docs/guides/new-name.md': '# New name\n\n' + long + '\n',
      'docs/reference/gone.md': null,
      'docs/images/logo.png': new Uint8Array([137, 80, 78, 71, 0, 1, 2, 4, 5]),
      'docs/windows.md': '# Windows\r\n\r\nA better line.\r\n',
      'docs/guides/fresh.md': '# A fresh page\n\nIt is new, and it says\n\n```ts\nconst answer = 42;\n```\n',
      'mkdocs.yml': 'nav:\n  - index.md\n  - guides/fresh.md\n',
    },
  });
  await using browser = await testBrowser();
  for (const scheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1360, height: 900 } });
    const page = await context.newPage();
    page.on('console', (m) => console.log(m.text()));
    await page.goto(site.origin + (await site.signInLink('Ann Example', site.path(`/${pr.number}`))));
    await page.screenshot({ path: `${out}/link-${scheme}.png` });
    await page.getByRole('button', { name: 'Sign in and continue' }).click();
    await page.screenshot({ path: `${out}/unified-${scheme}.png`, fullPage: true });
    await page.getByRole('link', { name: 'Side by side' }).click();
    await page.screenshot({ path: `${out}/split-${scheme}.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${out}/split-narrow-${scheme}.png`, fullPage: true });
    await page.getByRole('link', { name: 'Unified' }).click();
    await page.screenshot({ path: `${out}/narrow-${scheme}.png`, fullPage: true });
    await page.goto(`${site.origin}${site.path()}`);
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.screenshot({ path: `${out}/list-${scheme}.png` });
    await context.close();
  }
});
