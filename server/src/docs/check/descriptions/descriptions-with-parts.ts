import type { Changes } from '../../compare/changes.ts';
import { dataLanguageOf } from '../../data/data-language.ts';
import { readDataText } from '../../data/read-text.ts';
import { mapBounded } from '../../map-bounded.ts';
import { baseName } from '../../text/paths.ts';
import type { DocsView } from '../../view.ts';
import { mayBeDescription } from './ask-description.ts';
import { nothingJudged, unjudged, type Judged } from '../judged.ts';

/** All candidates are read. A repository with more of them stores data in files, not descriptions. */
const maximumFiles = 3_000;

/** Finds unchanged descriptions that may reference files that the change removed or modified. */
export async function descriptionsWithParts(
  after: DocsView,
  { modified, removed }: Changes,
): Promise<{ paths: string[]; notJudged: Judged }> {
  const configuration = new Set(
    after.sites.all.flatMap((site) => [site.config, ...site.navigation.map(({ path }) => path)]),
  );
  const parts = [...modified, ...removed].filter((path) => isPart(path) && !configuration.has(path));
  if (parts.length === 0) return { paths: [], notJudged: nothingJudged };
  const changed = new Set(modified);
  const files = after.index.files.filter((path) => isPart(path) && !changed.has(path));
  if (files.length > maximumFiles) {
    const because = `a part of them may have changed, and there are more than ${maximumFiles}`;
    return { paths: [], notJudged: unjudged('API description', because, files[0] ?? '', files.length) };
  }
  const found = await mapBounded(files, 16, async (path) => {
    const text = await readDataText(after.tree, path);
    return text.kind === 'known' && mayBeDescription(text.value) && takesParts(text.value) ? [path] : [];
  });
  return { paths: found.flat(), notJudged: nothingJudged };
}

function isPart(path: string): boolean {
  const language = dataLanguageOf(path);
  return (language === 'json' || language === 'yaml') && !forPrograms.test(baseName(path));
}

/** Files of common programs, which no description references. */
const forPrograms =
  /^(?:package|package-lock|pnpm-lock|pnpm-workspace|composer|docs|mint|vercel|lerna|manifest|\..*)\.(?:json|ya?ml)$/;

function takesParts(text: string): boolean {
  return /\$ref["']?\s*:\s*["']?[^#"'\s]{1,300}\.(?:json|ya?ml)/.test(text);
}
