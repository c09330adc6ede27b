/** A translated page with its source page. */
export interface Pair {
  language: string;
  source: string;
  translation: string;
}

const code = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})?$/;

/**
 * Finds the translations among files, by the usual layouts of sites: a folder for each language (`de/guide.md` for
 * `en/guide.md` or for `guide.md`), Docusaurus's `i18n/de/…/current/guide.md` for `docs/guide.md`, or a suffix
 * (`guide.de.md` for `guide.md` or `guide.en.md`).
 *
 * @param languages those that are searched for; when empty, each whose name stands at the place of a language and that
 *   has a source.
 */
export function pairsOf(
  files: readonly string[],
  { source, languages }: { source: string; languages: readonly string[] },
): Pair[] {
  const there = new Set(files);
  const wanted = new Set(languages);
  const isWanted = (language: string): boolean =>
    code.test(language) &&
    language !== source &&
    (wanted.size === 0 ? known.has(baseOf(language)) : wanted.has(language));
  return files.flatMap((file) => {
    const found = candidatesOf(file, source).find(({ language, path }) => isWanted(language) && there.has(path));
    return found === undefined ? [] : [{ language: found.language, source: found.path, translation: file }];
  });
}

interface Candidate {
  language: string;
  /** Where its source may be. */
  path: string;
}

function candidatesOf(file: string, source: string): Candidate[] {
  const segments = file.split('/');
  const name = segments.at(-1) ?? '';
  const folders = segments.slice(0, -1);
  const [, stem = '', marked = '', ending = ''] =
    /^(.+)\.([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})?)\.(\w+)$/.exec(name) ?? [];
  const inFolder = [...folders, ''].join('/');
  const byEnding =
    stem === ''
      ? []
      : [`${inFolder}${stem}.${ending}`, `${inFolder}${stem}.${source}.${ending}`].map((path) => ({
          language: marked,
          path,
        }));
  return [...byEnding, ...folders.flatMap((language, at) => readInFolder(language, segments, { at, source }))];
}

/**
 * Reads a file in the folder of a language: the source is in the source language's folder, beside it, or where
 * Docusaurus keeps it.
 */
function readInFolder(
  language: string,
  segments: readonly string[],
  { at, source }: { at: number; source: string },
): Candidate[] {
  const before = segments.slice(0, at);
  const after = segments.slice(at + 1);
  const inSource = { language, path: before.concat(source, after).join('/') };
  const beside = { language, path: before.concat(after).join('/') };
  return [inSource, beside, ...docusaurus(language, before, after)];
}

/** `i18n/de/docusaurus-plugin-content-docs/current/guide.md` belongs to `docs/guide.md`. */
function docusaurus(
  language: string,
  before: readonly string[],
  [plugin = '', version = '', ...rest]: readonly string[],
): Candidate[] {
  const [, id = 'docs'] = /^docusaurus-plugin-content-docs(?:-(.+))?$/.exec(plugin) ?? [undefined, ''];
  if (before.at(-1) !== 'i18n' || id === '') return [];
  const root = before.slice(0, -1);
  const folders = version === 'current' ? [id] : [id === 'docs' ? 'versioned_docs' : `${id}_versioned_docs`, version];
  return [{ language, path: [...root, ...folders, ...rest].join('/') }];
}

function baseOf(language: string): string {
  return language.split(/[-_]/)[0] ?? '';
}

/** ISO 639-1, without those that are common names of folders of other things (`io`, `is`, `or`, `to`, `no`, `id`, `go`). */
const known = new Set(
  (
    'aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu ' +
    'gv ha he hi ho hr ht hu hy hz ig ii ik it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr mt ' +
    'my na nb nd ne ng nl nn nr nv ny oc oj om os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk ' +
    'tl tn tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);
