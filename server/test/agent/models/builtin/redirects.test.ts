import { describe, expect, test } from 'vitest';
import { changes, docsJobs } from './docs-jobs.ts';

const { jobOn } = docsJobs();

/** A site with redirects in its own configuration. */
const site = {
  'mkdocs.yml':
    'site_name: Acme\nplugins:\n  - redirects:\n      redirect_maps:\n        older.md: guides/a.md\n        round.md: nowhere.md\n',
  'docs/index.md': '# Home\n\n[a](guides/a.md) [b](guides/b.md)\n',
  'docs/guides/a.md': '# Quick start\n\n[b](b.md)\n',
  'docs/guides/b.md': '# B\n',
  'tools/check.py': "PAGE = 'docs/guides/a.md'\n",
};
const redirected = (lines: string) => ({
  'mkdocs.yml': `${site['mkdocs.yml']}${lines}`,
});

describe('an address is redirected', () => {
  test.each([
    'Redirect /old to the Quick start page',
    'Redirect /old/ to /guides/a/',
    'Add a redirect from old.md to guides/a.md',
    'Redirect "old" to docs/guides/a.md',
  ])('%s', async (prompt) => {
    const job = jobOn(site);
    const closing = await job.prompt(prompt);
    expect(changes(job)).toEqual(redirected('        old.md: guides/a.md\n'));
    expect(closing).toContain('Redirected /old to /guides/a in mkdocs.yml.');
    expect(await job.introduced()).toEqual([]);
  });

  test('several at once, and one that is there already', async () => {
    const job = jobOn(site);
    const closing = await job.prompt('Redirect /x to /guides/a and /y to /guides/b, /older to the Quick start page');
    expect(changes(job)).toEqual(redirected('        x.md: guides/a.md\n        y.md: guides/b.md\n'));
    expect(closing).toContain('- /older leads to /guides/a already.');
  });

  test('of a page that was deleted before', async () => {
    const job = jobOn(site);
    await job.prompt('Delete guides/b.md. Redirect docs/guides/b.md to guides/a.md');
    expect(job.tree.text('mkdocs.yml')).toContain('        guides/b.md: guides/a.md\n');
    expect(await job.introduced()).toEqual([]);
  });

  test.each([
    ['Redirect guides/b.md to guides/a.md', 'docs/guides/b.md is an existing page'],
    ['Redirect /guides/b to /guides/a', '/guides/b is a page that is there'],
    ['Redirect /old to /gone', 'There is no page /gone to redirect to'],
    ['Redirect /old to the page "Nothing"', 'There is no page "Nothing"'],
    ['Redirect /old to /old', '/old cannot lead to itself'],
    ['Redirect /nowhere to /round', '/round leads to /nowhere already'],
    ['Redirect /old/* to /guides/a', 'matches many addresses'],
    ['Redirect https://acme.io/old to /guides/a', 'names a host'],
  ])('%s is refused', async (prompt, detail) => {
    const job = jobOn(site);
    await expect(job.prompt(prompt)).rejects.toMatchObject({
      code: 'instruction_not_applicable',
      message: expect.stringContaining(detail),
    });
    expect(changes(job)).toEqual({});
  });

  test('is refused if the site has no place for redirects', async () => {
    const job = jobOn({ ...site, 'mkdocs.yml': 'site_name: Acme\n' });
    await expect(job.prompt('Redirect /old to /guides/a')).rejects.toThrow(
      'Copydesk found no place to write redirects for MkDocs',
    );
  });
});

describe('the effects of changed addresses are reported', () => {
  test('of a move: the redirect, and mentions of the old path', async () => {
    const job = jobOn(site);
    const closing = await job.prompt('Move guides/a.md to guides/start.md');
    expect(closing).toContain('- Redirected /guides/a to /guides/start in mkdocs.yml.');
    expect(closing).toContain('- tools/check.py:1: it still contains docs/guides/a.md');
    expect(await job.introduced()).toEqual([]);
  });

  test('of a removal: lost addresses, or the redirect', async () => {
    const lost = jobOn(site);
    expect(await lost.prompt('Delete guides/a.md')).toContain('- Nothing leads on from /older, /guides/a');
    const led = jobOn(site);
    const closing = await led.prompt('Delete guides/a.md and redirect it to the page B');
    expect(closing).toContain('- Redirected /guides/a to /guides/b in mkdocs.yml.');
    expect(led.tree.text('docs/index.md')).toBe('# Home\n\n[a](guides/b.md) [b](guides/b.md)\n');
    expect(led.tree.text('mkdocs.yml')).toContain('older.md: guides/b.md\n');
    expect(await led.introduced()).toEqual([]);
  });

  test('of folders that are moved and deleted by one call each', async () => {
    const moved = jobOn(site);
    const closing = await moved.prompt('Move the folder guides to handbook');
    expect(closing).toContain('- Wrote 2 redirects in mkdocs.yml.');
    expect(closing).not.toContain('- mkdocs.yml:');
    expect(closing).toContain('- tools/check.py:1: it still contains guides');
    expect(moved.steps.flatMap((step) => step.tools).filter(({ tool }) => tool === 'move_file')).toHaveLength(1);
    expect(moved.tree.text('mkdocs.yml')).toContain('older.md: handbook/a.md\n');
    expect(await moved.introduced()).toEqual([]);
    const deleted = jobOn(site);
    expect(await deleted.prompt('Delete the folder guides and redirect it to /')).toContain(
      '- Wrote 2 redirects in mkdocs.yml.',
    );
    expect(deleted.steps.flatMap((step) => step.tools).filter(({ tool }) => tool === 'delete_file')).toHaveLength(1);
    expect(await deleted.introduced()).toEqual([]);
  });
});
