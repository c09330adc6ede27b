// The docs as a VitePress site (https://vitepress.dev/reference/site-config). A server of Copydesk shows them at /docs, and reads the
// order of the pages from here, without running it: what it needs is a literal.
export default {
  title: 'Copydesk',
  description:
    'Copydesk edits documentation that is kept in git, and opens pull requests. And it counts who reads the docs, people and AI apart.',
  lang: 'en',
  cleanUrls: true,
  markdown: {
    // Vue would run `{{ … }}` of inline code, as it would of text.
    config(markdown) {
      const { code_inline: inline } = markdown.renderer.rules;
      markdown.renderer.rules.code_inline = (...given) => inline(...given).replace('<code', '<code v-pre');
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'What Copydesk is', link: '/' },
          { text: 'Getting started', link: '/getting-started' },
          { text: 'Installing', link: '/installing' },
          { text: 'The desk in a browser', link: '/desk' },
          { text: 'The command', link: '/command' },
        ],
      },
      {
        text: 'Jobs',
        items: [
          { text: 'The agent', link: '/agent' },
          { text: 'Models', link: '/models' },
          { text: 'The built-in model', link: '/copyeditor' },
          { text: 'What the checks find', link: '/checks' },
          { text: 'What a job may write', link: '/mandate' },
          { text: 'Pull requests', link: '/pull-requests' },
          { text: 'Working in pull requests', link: '/working-in-pull-requests' },
          { text: 'Automations', link: '/automations' },
        ],
      },
      {
        text: 'Code hosts',
        items: [
          { text: 'Connecting one', link: '/code-hosts' },
          { text: 'GitHub', link: '/github' },
          { text: 'GitLab', link: '/gitlab' },
          { text: 'Gitea and Forgejo', link: '/gitea' },
          { text: 'Bitbucket', link: '/bitbucket' },
          { text: 'The local host', link: '/local-host' },
        ],
      },
      {
        text: 'Readers',
        items: [
          { text: 'Page views', link: '/page-views' },
          { text: 'Pages for AI readers', link: '/ai-readers' },
          { text: 'What readers say', link: '/feedback' },
          { text: 'Reports', link: '/reports' },
          { text: 'Middlewares', link: '/middlewares' },
          { text: 'Importing access logs', link: '/import' },
          { text: 'Coming from elsewhere', link: '/coming-from-elsewhere' },
          { text: 'Telling readers apart', link: '/telling-apart' },
        ],
      },
      {
        text: 'For programs',
        items: [
          { text: 'The API', link: '/api' },
          { text: 'The client', link: '/client' },
          { text: 'From CI', link: '/ci' },
          { text: 'MCP', link: '/mcp' },
          { text: 'Test mode', link: '/test-mode' },
          { text: 'Triggers', link: '/triggers' },
          { text: 'Webhooks', link: '/webhooks' },
          { text: 'Older clients', link: '/older-clients' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Settings', link: '/settings' },
          { text: 'Errors', link: '/errors' },
          { text: 'Endpoints', link: '/reference' },
        ],
      },
      {
        text: 'Operating',
        items: [
          { text: 'Operating', link: '/operating' },
          { text: 'Behind Caddy', link: '/behind-caddy' },
          { text: 'Behind nginx', link: '/behind-nginx' },
          { text: 'Upgrading', link: '/upgrading' },
          { text: 'Upgrading containers', link: '/upgrading-containers' },
          { text: 'Backup', link: '/backup' },
          { text: 'Metrics', link: '/metrics' },
          { text: 'A PostgreSQL of a provider', link: '/managed-postgresql' },
          { text: 'Scaling', link: '/scaling' },
          { text: 'Security', link: '/security' },
          { text: 'Who may do what', link: '/permissions' },
          { text: 'Where it comes from', link: '/supply-chain' },
        ],
      },
      {
        text: 'Inside',
        items: [
          { text: 'Tour of the code', link: '/tour' },
          { text: 'Glossary', link: '/glossary' },
          { text: 'Debugging', link: '/debugging' },
          { text: 'Reliability', link: '/reliability' },
          { text: 'Performance', link: '/performance' },
          { text: 'Packages', link: '/dependencies' },
          { text: 'Decisions', link: '/decisions' },
        ],
      },
      {
        text: 'Decisions',
        items: [
          { text: 'PostgreSQL is the only service', link: '/decisions/postgresql-only' },
          { text: 'The job row is the queue', link: '/decisions/job-row-is-the-queue' },
          { text: 'The workspace is a git tree', link: '/decisions/tree-not-directory' },
          { text: 'Git is the git program', link: '/decisions/git-program' },
          { text: 'Our own loop of steps', link: '/decisions/own-step-loop' },
          { text: 'Edits name the text they replace', link: '/decisions/edits-by-text' },
          { text: 'Docs are parsed, never run', link: '/decisions/parse-never-run' },
          { text: 'A verdict, not a switch', link: '/decisions/verdict-not-switch' },
          { text: 'A list of what a job may write', link: '/decisions/mandate' },
          { text: 'What is not proved harmless is code', link: '/decisions/not-proved-harmless' },
          { text: 'Counts are packed rows and a journal', link: '/decisions/packed-counts' },
          { text: 'People, AI and bots, by rules with dates', link: '/decisions/three-kinds-of-readers' },
          { text: 'Pages from the server, without a framework', link: '/decisions/pages-without-a-framework' },
        ],
      },
    ],
  },
};
