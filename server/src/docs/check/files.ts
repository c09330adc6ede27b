import { decoded } from '../text/decoded.ts';
import { lineAt } from '../text/lines.ts';
import { roughMediaFiles } from '../parse/media-files.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { isIgnored } from '../parts/ignored.ts';
import { folderOf, isWithin, joinPath } from '../text/paths.ts';
import { problem } from '../rules.ts';
import { joinParts } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { asJudged, joinJudged, nothingJudged, unjudged, type Judged } from './judged.ts';

/** Finds missing images, videos and sounds that components and elements of a page name. */
export async function checkFiles(view: DocsView, path: string): Promise<Judged> {
  if (!view.sites.of(path).kind.parts.servesFiles) return nothingJudged;
  const text = await view.text(path);
  if (text.kind === 'refused') return nothingJudged;
  // If all candidates exist, the page need not be parsed.
  if (roughMediaFiles(text.value).every((target) => lookUp(view, path, target, 'video') === 'found'))
    return nothingJudged;
  const page = await view.page(path);
  if (page.kind === 'refused') return unjudged('media file', 'the page that names it cannot be parsed', path);
  const judged = page.value.files.map((file) => judgeFile(view, path, text.value, file));
  return joinJudged(await Promise.all(judged));
}

async function judgeFile(
  view: DocsView,
  path: string,
  text: string,
  { target, span, element }: PageFacts['files'][number],
): Promise<Judged> {
  const place = lookUp(view, path, target, element);
  if (place === 'found') return nothingJudged;
  const example = `${path} ${target}`;
  if (place === 'unknown')
    return unjudged('media file', 'what a component does with a relative path is not known', example);
  if (await isIgnored(view, place.expected))
    return unjudged('media file', 'git ignores the place, as what builds make is', example);
  const message = `<${element}> names ${place.expected}, which does not exist`;
  return asJudged({
    ...problem('file-missing', path, lineAt(text, span.start), message, place.expected),
    subject: target,
  });
}

function lookUp(
  view: DocsView,
  path: string,
  raw: string,
  element: string,
): 'found' | 'unknown' | { expected: string } {
  const site = view.sites.of(path);
  const target = decoded(raw.replace(/[?#].*$/s, ''));
  const folders = target.startsWith('/') ? site.statics : [folderOf(path)];
  const base = site.base !== '' && isWithin(target, site.base) ? target.slice(site.base.length) : target;
  const candidates = [...new Set([target, base])].flatMap((address) =>
    folders.flatMap(
      (folder) => (target.startsWith('/') ? joinParts(folder, address) : joinPath(folder, address)) ?? [],
    ),
  );
  if (candidates.some((candidate) => view.index.isFile(candidate) || view.index.isLeftAlone(candidate))) return 'found';
  const isMade =
    [...site.generated, ...site.madePages, '/api'].some((prefix) => isWithin(target, prefix)) ||
    site.redirects.has(target);
  const [expected] = candidates;
  if (expected === undefined || isMade) return 'unknown';
  // Vue turns these into imports and fails when the file is missing.
  const isImport = site.kind.parts.resolvesMedia && /^(?:video|source|audio)$/.test(element) && raw.startsWith('.');
  return target.startsWith('/') || isImport ? { expected } : 'unknown';
}
