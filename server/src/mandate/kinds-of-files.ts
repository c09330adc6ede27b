/** What a job may write within the docs folder, by the ending of the name. */
export const kindsOfFiles = {
  prose: { says: 'pages and other prose', endings: 'md mdx markdown mdown mkd mdoc txt rst adoc asciidoc org po pot' },
  media: {
    says: 'images and media',
    endings: `png jpg jpeg gif webp avif svg ico bmp apng tif tiff heic mp4 webm mov m4v ogv mp3 ogg wav m4a flac pdf vtt srt
      drawio excalidraw mmd mermaid puml plantuml d2`,
  },
  data: { says: 'data of the docs', endings: 'json yml yaml toml csv tsv' },
} as const;

export type KindOfFile = keyof typeof kindsOfFiles;

/** The kind of a file by its folded path; undefined for all that is none of these. */
export function kindOfFile(foldedPath: string): KindOfFile | undefined {
  const name = foldedPath.slice(foldedPath.lastIndexOf('/') + 1);
  if (bareNavigation.has(name)) return 'data';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? byEnding.get(name.slice(dot + 1)) : undefined;
}

/** Navigation that has no ending: of MkDocs with awesome-pages, and the order of pages in wikis of Azure DevOps. */
const bareNavigation = new Set(['.pages', '.order']);

const byEnding = new Map<string, KindOfFile>(
  (['prose', 'media', 'data'] as const).flatMap((kind) =>
    kindsOfFiles[kind].endings.split(/\s+/).map((ending): [string, KindOfFile] => [ending, kind]),
  ),
);
