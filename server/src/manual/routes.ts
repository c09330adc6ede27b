import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefersMarkdown } from '../http/replies/accept.ts';
import { acceptsHtml } from '../http/replies/accept-html.ts';
import { entityTag, namesTag } from '../http/replies/conditional.ts';
import { field } from '../http/session/form.ts';
import type { HttpPlugin } from '../http/services.ts';
import { document } from '../pages/view/layout.ts';
import { pageHeaders, sendPage } from '../pages/view/page-replies.ts';
import { siteOf } from '../pages/view/site.ts';
import type { Site } from '../pages/view/site.ts';
import { llmsFull, llmsIndex } from './for-models.ts';
import type { Manual } from './manual.ts';
import { nearPages } from './near-pages.ts';
import type { SearchHit } from './search.ts';
import { docsHref } from './view/frame.ts';
import { notFoundView } from './view/not-found.ts';
import { pageView } from './view/page-view.ts';
import { searchView } from './view/search-view.ts';

/** A response that is the same for everybody, until the server restarts. */
interface Answer {
  body: string;
  tag: string;
}

const onPage = 25;
const whileTyping = 8;

/**
 * Adds the docs of this installation at `/docs`: pages, their Markdown, a search, and lists for models. They use no
 * database, so that they are available when it is down.
 *
 * @param folder the folder of the docs.
 */
export function manualPages(folder: string): HttpPlugin {
  return (app, services) => {
    const { baseUrl } = services;
    const site = siteOf(baseUrl);
    const open = openOnce(async () => {
      // The code that reads, renders and searches the docs is loaded together with them.
      const [{ openManual }, openApi] = await Promise.all([import('./manual.ts'), services.openApi()]);
      return await openManual(folder, openApi);
    });
    const kept = keepAnswers();
    addLists(app, { open, kept, baseUrl });
    addPictures(app, open);
    addSearch(app, open, site);

    const answerPage = async (slug: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const manual = await open();
      const wantsFile = slug.endsWith('.md');
      const name = wantsFile ? slug.slice(0, -3) : slug;
      const page = manual.pages.get(name === 'index' ? '' : name);
      if (page === undefined) return await answerNotThere(manual, site, { slug, request, reply });
      if (wantsFile || prefersMarkdown(request.headers.accept)) {
        const answer = kept(`markdown ${page.slug}`, () => page.markdown);
        reply.header('link', `<${docsHref(site, page.slug)}>; rel="canonical"; type="text/html"`);
        return sendKept(request, reply.type('text/markdown; charset=utf-8').header('vary', 'Accept'), answer);
      }
      const wanted = docsHref(site, page.slug);
      if (name !== page.slug) return reply.redirect(wanted, 301);
      const answer = kept(`page ${page.slug}`, () => document(site, pageView(site, manual, page)));
      return sendKept(request, reply.headers(pageHeaders).type('text/html; charset=utf-8'), answer);
    };
    app.get('/docs', async (request, reply) => await answerPage('', request, reply));
    app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
      const asked = request.params['*'];
      // Other docs tools end the addresses of pages like this.
      const usual = asked.replace(/(?:\.html|\/)$/, '');
      if (usual !== asked && (await open()).pages.has(usual)) return reply.redirect(docsHref(site, usual), 301);
      return await answerPage(asked === '' ? 'index' : asked, request, reply);
    });
  };
}

type Open = () => Promise<Manual>;
type Keep = (name: string, make: () => string) => Answer;

/** Reads the docs at the first request. After a failure the next request tries again. */
function openOnce(read: Open): Open {
  let manual: Promise<Manual> | undefined;
  return async () => {
    manual ??= read();
    try {
      return await manual;
    } catch (error) {
      manual = undefined;
      throw error;
    }
  };
}

/** Caches one answer per page: about 3 MB. */
function keepAnswers(): Keep {
  const answers = new Map<string, Answer>();
  return (name, make) => {
    const before = answers.get(name);
    if (before !== undefined) return before;
    const body = make();
    const answer = { body, tag: entityTag(body) };
    answers.set(name, answer);
    return answer;
  };
}

function sendKept(request: FastifyRequest, reply: FastifyReply, { body, tag }: Answer): FastifyReply {
  reply.header('etag', tag).header('cache-control', 'public, max-age=0, must-revalidate');
  return namesTag(request.headers['if-none-match'], tag) ? reply.status(304).send() : reply.send(body);
}

function addLists(app: FastifyInstance, { open, kept, baseUrl }: { open: Open; kept: Keep; baseUrl: string }): void {
  const lists = { 'llms.txt': llmsIndex, 'llms-full.txt': llmsFull };
  for (const [name, make] of Object.entries(lists)) {
    for (const address of [`/${name}`, `/docs/${name}`]) {
      app.get(address, async (request, reply) => {
        const manual = await open();
        const answer = kept(name, () => make(manual, baseUrl));
        return sendKept(request, reply.type('text/plain; charset=utf-8'), answer);
      });
    }
  }
}

function addPictures(app: FastifyInstance, open: Open): void {
  app.get<{ Params: { name: string } }>('/docs/pictures/:name', async (request, reply) => {
    const { pictures, folder } = await open();
    const { name } = request.params;
    if (!pictures.has(name)) throw new CopydeskError('route_not_found', 'There is no picture with this name.');
    const content = await readFile(path.join(folder, 'pictures', name));
    const tag = entityTag(content);
    reply.header('etag', tag).header('cache-control', 'public, max-age=3600');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.type('image/png').send(content);
  });
}

function addSearch(app: FastifyInstance, open: Open, site: Site): void {
  app.get('/docs/search', async (request, reply) => {
    const manual = await open();
    const find = await manual.search();
    const asked = (field(request.query, 'q') ?? '').trim().slice(0, 200).toWellFormed();
    reply.header('cache-control', 'public, max-age=0, must-revalidate');
    if (acceptsHtml(request))
      return sendPage(reply, site, searchView(site, manual.contents, asked, find(asked, onPage)));
    return reply.header('vary', 'Accept').send({ hits: find(asked, whileTyping).map((hit) => shortHit(site, hit)) });
  });
}

/** Returns a result in the form that the script shows while somebody types. */
function shortHit(site: Site, { slug, anchor, page, heading, excerpt }: SearchHit): object {
  const words = excerpt.map(({ text }) => text).join('');
  return {
    kind: slug.startsWith('reference/') ? 'API' : 'page',
    title: heading,
    detail: anchor === '' ? words : `${page} · ${words}`,
    href: docsHref(site, slug, anchor),
  };
}

async function answerNotThere(
  manual: Manual,
  site: Site,
  { slug, request, reply }: { slug: string; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const near = await nearPages(manual, slug.replace(/\.(?:md|html)$/, ''));
  if (acceptsHtml(request)) return sendPage(reply.status(404), site, notFoundView(site, manual, near));
  const [first] = near;
  const hint = first === undefined ? '' : ` ${docsHref(site, first.slug)} may be meant.`;
  throw new CopydeskError('route_not_found', `There is no page of the docs at this address.${hint}`);
}
