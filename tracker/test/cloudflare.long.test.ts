import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { builtPackage, scriptsOf } from './support/built-package.ts';
import { findFrameworks } from './support/frameworks.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked, missingPage, pages } from './support/tracked-site.ts';

const site = `
const pages = ${JSON.stringify(pages)};
const missingPage = ${JSON.stringify(missingPage)};

export default {
  async fetch(request, env, context) {
    const page = pages[new URL(request.url).pathname];
    const { type, body } = page ?? missingPage;
    return new Response(body, { status: page ? 200 : 404, headers: { 'content-type': type } });
  },
};
`;

const trackedSite = `
import site from './site.js';
import { tracker } from './tracker/cloudflare.js';

const options = (env) => ({ url: env.DESK_URL, projectId: env.PROJECT, key: env.COPYDESK_KEY });
export default tracker(options, site);
`;

/** The part of it that is used here; its own types are in its package. */
interface Miniflare {
  ready: Promise<URL>;
  dispose(): Promise<void>;
}

type MiniflareClass = new (options: object) => Miniflare;

async function loadMiniflare(folder: string): Promise<MiniflareClass> {
  const file = createRequire(join(folder, 'x.js')).resolve('miniflare');
  const loaded: { Miniflare: MiniflareClass } = await import(pathToFileURL(file).href);
  return loaded.Miniflare;
}

/** Serves in workerd, Cloudflare's runtime. */
async function serve(
  Runtime: MiniflareClass,
  worker: string,
  tracker: [string, string][],
  bindings: Record<string, string>,
): Promise<Miniflare> {
  const sources = [
    ['worker.js', worker],
    ['site.js', site],
    ...tracker.map(([file, text]) => [`tracker/${file}`, text]),
  ];
  const modules = sources.map(([path = '', contents = '']) => ({ type: 'ESModule' as const, path, contents }));
  const miniflare = new Runtime({ modules, bindings, compatibilityDate: '2025-01-01', host: '127.0.0.1', cf: false });
  await miniflare.ready;
  return miniflare;
}

// The first run on a machine installs it.
const timeoutMilliseconds = 300_000;

test('a Worker is tracked', { timeout: timeoutMilliseconds }, async ({ skip }) => {
  const { folder, missing } = await findFrameworks();
  skip(missing !== undefined, missing);
  const Runtime = await loadMiniflare(folder);
  await using receiver = await openReceiver();
  await using built = await builtPackage();
  const scripts = await scriptsOf(built.path);
  const { url: DESK_URL, projectId: PROJECT, key: COPYDESK_KEY } = optionsFor(receiver);
  const tracked = await serve(Runtime, trackedSite, scripts, { DESK_URL, PROJECT, COPYDESK_KEY });
  const plain = await serve(Runtime, "export { default } from './site.js';", [], {});
  const unconfigured = await serve(Runtime, trackedSite, scripts, {});
  const [at, plainAt, unconfiguredAt] = await Promise.all([tracked.ready, plain.ready, unconfigured.ready]);

  const views = await expectTracked({ tracked: at.origin, plain: plainAt.origin }, receiver);
  expect(views[0]?.ip).toBe('127.0.0.1');
  const answer = await fetch(new URL('/guide', unconfiguredAt));
  expect(await answer.text()).toBe(pages['/guide'].body);
  await Promise.all([tracked.dispose(), plain.dispose(), unconfigured.dispose()]);
});
