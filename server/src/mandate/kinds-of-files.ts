/** The kinds of files that a job may write within the docs folder, by extension. */
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

/** Returns the kind of a file by its folded path; undefined when it is none of these. */
export function kindOfFile(foldedPath: string): KindOfFile | undefined {
  const name = foldedPath.slice(foldedPath.lastIndexOf('/') + 1);
  if (bareNavigation.has(name)) return 'data';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? byEnding.get(name.slice(dot + 1)) : undefined;
}

/**
 * Navigation files without an extension: those of MkDocs with awesome-pages, and the page order in Azure DevOps wikis.
 */
const bareNavigation = new Set(['.pages', '.order']);

const byEnding = new Map<string, KindOfFile>(
  (['prose', 'media', 'data'] as const).flatMap((kind) =>
    kindsOfFiles[kind].endings.split(/\s+/).map((ending): [string, KindOfFile] => [ending, kind]),
  ),
);
