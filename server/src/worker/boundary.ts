/**
 * What the agent may write: the docs, and the files that name them in navigation. Whatever a host or a tool would
 * run or obey when the change is merged is refused, wherever the docs are.
 *
 * @param docsFolder the project's folder of docs, '' for the whole repository.
 * @returns for a path: why it is refused, or undefined.
 */
export function boundary(docsFolder: string): (path: string) => string | undefined {
  const prefix = docsFolder === '' ? '' : `${docsFolder}/`;
  return (path) => {
    if (obeyed.some((pattern) => pattern.test(path))) {
      return 'it configures what runs on merge or what agents may do, which is for people to change';
    }
    if (path.startsWith(prefix) || isNavigationAbove(path, docsFolder)) return undefined;
    return `it is outside of the docs folder "${docsFolder}"`;
  };
}

const obeyed = [
  /^\.(github|gitlab|gitea|forgejo|circleci|buildkite|husky|copydesk|devcontainer|vscode)\//i,
  /(^|\/)\.(gitlab-ci\.ya?ml|gitattributes|gitmodules|gitignore|travis\.yml|drone\.yml|woodpecker\.ya?ml|npmrc|envrc)$/i,
  /(^|\/)(AGENTS|CLAUDE|GEMINI)\.md$/i,
  /(^|\/)(CODEOWNERS|Jenkinsfile|Makefile|package\.json|netlify\.toml|vercel\.json)$/i,
];

/** `mkdocs.yml` beside `docs/`, or `sidebars.js` in a folder above: navigation that lives over its pages. */
const navigationFile =
  /^(mkdocs\.ya?ml|book\.toml|SUMMARY\.md|\.gitbook\.ya?ml|docs\.json|mint\.json|sidebars\.(js|ts|cjs|mjs|json)|docusaurus\.config\.(js|ts|cjs|mjs)|astro\.config\.(js|ts|mjs|cjs)|config\.(js|ts|mts|mjs))$/;

function isNavigationAbove(path: string, docsFolder: string): boolean {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const name = path.slice(folder === '' ? 0 : folder.length + 1);
  const above = folder === '' || docsFolder.startsWith(`${folder}/`);
  return above && navigationFile.test(name);
}
