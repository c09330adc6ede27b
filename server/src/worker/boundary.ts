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
  /(^|\/)\.(claude|codex|cursor|gemini|windsurf)\//i,
  /^(\.readthedocs|\.pre-commit-config|\.appveyor|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild)\.ya?ml$/i,
  /(^|\/)\.(gitlab-ci\.ya?ml|gitattributes|gitmodules|gitignore|travis\.yml|drone\.yml|woodpecker\.ya?ml)$/i,
  /(^|\/)\.(npmrc|yarnrc|yarnrc\.yml|pnpmfile\.cjs|envrc|devcontainer\.json|mcp\.json|cursorrules|windsurfrules)$/i,
  // As tools spell them: `agents.md` and `claude.md` are pages of docs about agents and models.
  /(^|\/)(AGENTS|CLAUDE|GEMINI)(\.[a-z]+)?\.md$/,
  /(^|\/)(CODEOWNERS|Jenkinsfile|Makefile|Dockerfile|package\.json|netlify\.toml|vercel\.json|wrangler\.toml)$/i,
];

/** `mkdocs.yml` beside `docs/`, or `sidebars.js` in a folder above: navigation that lives over its pages. */
const navigationFile =
  /^(mkdocs\.ya?ml|book\.toml|SUMMARY\.md|\.gitbook\.ya?ml|docs\.json|mint\.json|sidebars\.(js|ts|cjs|mjs|json)|docusaurus\.config\.(js|ts|cjs|mjs)|astro\.config\.(js|ts|mjs|cjs)|\.vitepress\/config\.(js|ts|mts|mjs))$/;

function isNavigationAbove(path: string, docsFolder: string): boolean {
  const [, folder = '', name = ''] = /^((?:[^/]+\/)*?)((?:\.vitepress\/)?[^/]+)$/.exec(path) ?? [];
  return docsFolder.startsWith(folder) && navigationFile.test(name);
}
