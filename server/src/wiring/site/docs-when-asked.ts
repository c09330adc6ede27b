import type { DocsEngine, DocsOptions } from '../../docs/engine.ts';

/**
 * Loads the docs engine at its first use: its 370 modules take a third of a second, and most commands, and every start
 * of a server, need none of them.
 */
export function docsWhenAsked(options: DocsOptions): DocsEngine {
  let opened: Promise<DocsEngine> | undefined;
  const open = async (): Promise<DocsEngine> =>
    await (opened ??= import('../../docs/engine.ts').then(({ openDocs }) => openDocs(options)));
  return {
    of: (tree, site) => siteWhenAsked(async () => (await open()).of(tree, site)),
    compare: async (change) => await (await open()).compare(change),
    notice: async (change, find) => await (await open()).notice(change, find),
    ownFileFault: async (change) => await (await open()).ownFileFault(change),
    recognise: async (change) => await (await open()).recognise(change),
    newCode: async (change, find) => await (await open()).newCode(change, find),
    compareAgentPages: async (change) => await (await open()).compareAgentPages(change),
    newReadersWarnings: async (change) => await (await open()).newReadersWarnings(change),
    close: async () => await (await opened)?.close(),
  };
}

type Site = ReturnType<DocsEngine['of']>;

function siteWhenAsked(open: () => Promise<Site>): Site {
  let opened: Promise<Site> | undefined;
  const site = async (): Promise<Site> => await (opened ??= open());
  return {
    check: async (...given) => await (await site()).check(...given),
    introduced: async () => await (await site()).introduced(),
    parse: async (...given) => await (await site()).parse(...given),
    parseAll: async (...given) => await (await site()).parseAll(...given),
    planMove: async (...given) => await (await site()).planMove(...given),
    planDelete: async (...given) => await (await site()).planDelete(...given),
    planTransfer: async (...given) => await (await site()).planTransfer(...given),
    planRedirect: async (...given) => await (await site()).planRedirect(...given),
    planRedirects: async (...given) => await (await site()).planRedirects(...given),
    planMissed: async (...given) => await (await site()).planMissed(...given),
    planAdd: async (...given) => await (await site()).planAdd(...given),
    planRenamedAnchors: async (...given) => await (await site()).planRenamedAnchors(...given),
    planMovedAnchors: async (...given) => await (await site()).planMovedAnchors(...given),
    planSortNavigation: async () => await (await site()).planSortNavigation(),
    advice: async () => await (await site()).advice(),
    site: async () => await (await site()).site(),
    address: async (...given) => await (await site()).address(...given),
    addresses: async () => await (await site()).addresses(),
    readability: async () => await (await site()).readability(),
    agentText: async (...given) => await (await site()).agentText(...given),
    inbound: async (...given) => await (await site()).inbound(...given),
  };
}
