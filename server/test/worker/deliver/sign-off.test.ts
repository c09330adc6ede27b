import { describe, expect, test } from 'vitest';
import { setProject } from '../../../src/projects/project.ts';
import type { CompleteChange } from '../../../src/projects/project.ts';
import { editGuide, site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const closing = { text: 'Rename the product\n\nIn one page.\n\nSigned-off-by: Linus <linus@example.org>' };

interface Made {
  /** The author of the commit in git's format. */
  author: string;
  message: string;
  signedOffBy: string;
}

/** Returns the commit of a job on a repository with these files, in a project with these settings. */
async function commitOf(files: Record<string, string>, change: CompleteChange, history?: History): Promise<Made> {
  await using rig = await workerRig([editGuide('Acme Cloud', 'Acme Platform'), closing], {
    files: { ...site, ...files },
  });
  await history?.(rig);
  await setProject(rig.db, rig.project.id, change);
  const { id } = await rig.create('Rename Acme Cloud to Acme Platform');
  await rig.work();
  const log = async (format: string) => await rig.repository.git('log', '-1', `--format=${format}`, `copydesk/${id}`);
  return {
    author: (await log('%an <%ae>')).trim(),
    message: await log('%B'),
    signedOffBy: (await log('%(trailers:key=Signed-off-by,valueonly)')).trim(),
  };
}

type History = (rig: WorkerRig) => Promise<void>;

/** Makes commits of people, so many of which are signed off. */
function signedOff(count: number, of: number): History {
  return async ({ repository }) => {
    for (let made = 1; made <= of; made += 1) {
      const line = made <= count ? '\n\nSigned-off-by: Ann <ann@example.org>\n' : '\n';
      await repository.commit({ 'docs/notes.md': `# Notes\n\n${made}\n` }, { message: `Note ${made}${line}` });
    }
  };
}

describe('the author of commits', () => {
  test('is Copydesk without sign-off by default', async () => {
    const { author, signedOffBy } = await commitOf({}, {});
    expect(author).toBe('Copydesk <copydesk@noreply.invalid>');
    expect(signedOffBy).toBe('');
  });

  test('is the one that the project names, and equals the sign-off, as a DCO check requires', async () => {
    const made = await commitOf({}, { commitAuthor: 'Acme Docs, Inc. <docs-bot@example.com>', signOff: 'always' });
    expect(made.author).toBe('Acme Docs, Inc <docs-bot@example.com>');
    expect(made.signedOffBy).toBe(made.author);
    expect(made.message).toMatch(
      /\n\nCopydesk-Job: job_\w+\nSigned-off-by: Acme Docs, Inc <docs-bot@example\.com>\n+$/,
    );
  });

  test('is the only one who signs off: a sign-off that a model writes is removed', async () => {
    const made = await commitOf({}, { signOff: 'always' });
    expect(made.signedOffBy).toBe('Copydesk <copydesk@noreply.invalid>');
    expect(made.message).not.toMatch(/signed-off-by: Linus/i);
  });
});

describe('commits are signed off without a setting if', () => {
  const rules = 'Sign your work:\n\n    Signed-off-by: Your Name <you@example.org>\n';
  test.each<[string, Record<string, string>]>([
    ['the rules for contributors', { 'CONTRIBUTING.md': rules }],
    ['their copy for GitHub', { '.github/contributing.md': 'Run `git commit -s -m "A change"`.\n' }],
    ['the certificate', { DCO: 'Developer Certificate of Origin\nVersion 1.1\n' }],
    ['the settings of the DCO check', { '.github/dco.yml': 'require:\n  members: false\n' }],
  ])('%s ask for it', async (_, files) => {
    const { author, signedOffBy } = await commitOf(files, {});
    expect(signedOffBy).toBe(author);
  });

  test('nearly all people do so', async () => {
    const { author, signedOffBy } = await commitOf({}, {}, signedOff(9, 9));
    expect(signedOffBy).toBe(author);
  });

  test.each<[string, Record<string, string>, CompleteChange, History?]>([
    ['where half of the people do so', {}, {}, signedOff(5, 10)],
    ['where there is too little history', {}, {}, signedOff(3, 3)],
    ['where the rules speak of something else', { 'CONTRIBUTING.md': 'Run git commit and open a pull request.\n' }, {}],
    ['where the words stand in a page of the docs', { 'docs/git/contributing.md': rules }, {}],
    ['where the project says never', { 'CONTRIBUTING.md': rules }, { signOff: 'never' }],
  ])('but not %s', async (_, files, change, history) => {
    expect((await commitOf(files, change, history)).signedOffBy).toBe('');
  });
});
