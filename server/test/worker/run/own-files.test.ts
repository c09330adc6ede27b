import { expect, test } from 'vitest';
import type { DocsEngine } from '../../../src/docs/engine.ts';
import { read, site, workerRig } from '../rig.ts';

const settings = 'site_name: Acme\nnav:\n  - index.md\nhooks: [a.py]\n';

/** An engine that records which texts it compares. */
function noting(docs: DocsEngine, compared: string[]): DocsEngine {
  return {
    ...docs,
    ownFileFault(change) {
      compared.push(change.after);
      return docs.ownFileFault(change);
    },
  };
}

test("each written version of the site's settings is compared once, and delivery does not compare it again", async () => {
  const compared: string[] = [];
  const good = settings.replace('index.md', 'index.md\n  - guide.md');
  const contents = [settings.replace('a.py', 'b.py'), good];
  const path = 'mkdocs.yml';
  await using rig = await workerRig(
    (call) => {
      if (call === 0) return { calls: [read(path)] };
      const content = contents[call - 1];
      return content === undefined ? { text: 'Done' } : { calls: [{ tool: 'write_file', input: { path, content } }] };
    },
    { files: { ...site, [path]: settings }, docsFolder: 'docs' },
  );
  const { id } = await rig.create('List the guide');
  const { status, error } = await rig.work({ docs: noting(rig.services.docs, compared) });
  expect({ status, error }).toEqual({ status: 'completed', error: null });
  expect(compared).toEqual(contents);
  expect(await rig.repository.git('show', `copydesk/${id}:${path}`)).toBe(good.trim());
  const answers = JSON.stringify(await rig.events(id));
  expect(answers).toContain('more than its navigation, redirects and descriptions is changed');
});
