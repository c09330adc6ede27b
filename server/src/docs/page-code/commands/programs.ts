/** How a program installs, or runs, what somebody published. */
export interface InstallRule {
  /** What must follow the program, as words, to count; '' where nothing must. */
  verbs: readonly string[];
  /** Whether only the first name is a package and the rest belongs to it: `npx acme --flag`. Default: all names are. */
  first?: boolean;
  /**
   * Whether only an address is what somebody published: `kubectl apply -f https://…`; `next` where it must follow at
   * once: `sh https://…`.
   */
  addresses?: boolean | 'next';
}

const npm: InstallRule[] = [
  { verbs: 'install i in ins add link it install-test|global add|global install'.split('|').flatMap(asVerbs) },
  { verbs: ['exec', 'x', 'dlx', 'create', 'init'], first: true },
];
const once: InstallRule[] = [{ verbs: [''], first: true }];
const install = rule('install');
const debian = rule('install|reinstall|build-dep');
const containers: InstallRule[] = [
  { verbs: ['compose'], addresses: true },
  {
    verbs: ['run', 'pull', 'create', 'container run', 'image pull', 'compose up', 'plugin install', 'stack deploy'],
    first: true,
  },
];
const editors = rule('--install-extension|--add-mcp');
const agents: InstallRule[] = [
  {
    verbs: [
      'mcp add',
      'mcp add-json',
      'mcp install',
      'plugin install',
      'plugin add',
      'plugin marketplace add',
      'extensions install',
      'extensions link',
      'skill install',
      'skills add',
    ],
  },
];
const addressesOnly: InstallRule[] = [
  { verbs: ['', 'run', 'install', 'x', 'serve', 'add', 'eval', 'test'], addresses: true },
];

/** The programs by name, as their makers document them. */
export const programs = new Map<string, readonly InstallRule[]>(
  Object.entries({
    'npm pnpm yarn bun cnpm': npm,
    'npx bunx pnpx uvx pnpm-dlx': once,
    'pip pip2 pip3 pipenv conda mamba micromamba easy_install pyenv nvm fnm volta': install,
    pipx: [...install, { verbs: ['run'], first: true }, { verbs: ['inject'] }],
    easy_install: rule(''),
    uv: [...rule('add|pip install|tool install'), { verbs: ['tool run', 'run --with', 'x'], first: true }],
    'poetry pdm rye hatch pixi': rule('add|install|self add|global install'),
    composer: rule('require|global require|create-project'),
    'flutter dart': rule('pub add|pub global activate'),
    dotnet: rule('add package|tool install|new install|workload install'),
    'nuget opam cabal stack luarocks cpan cpanm gem bundle cargo-binstall ghcup raco julia': rule('install|add|'),
    'gem bundle': rule('install|add'),
    'cabal stack opam luarocks nuget': install,
    mix: rule('archive.install|escript.install|local.hex'),
    cargo: rule('install|add|binstall'),
    go: [{ verbs: ['install', 'get', 'run', 'tool'], addresses: true }],
    brew: rule('install|tap|reinstall|cask install|bundle'),
    'port snap flatpak choco scoop winget asdf sdk volta': rule('install|add|bucket add|plugin add|remote-add'),
    'apt apt-get aptitude': debian,
    'add-apt-repository apt-add-repository cpanm pecl pear': rule('install|'),
    dpkg: rule('-i|--install'),
    rpm: rule('-i|-ivh|-U|-Uvh|--install|--upgrade|--import'),
    'dnf yum microdnf': rule('install|localinstall|copr enable|config-manager --add-repo'),
    zypper: rule('install|in|addrepo|ar'),
    'pacman yay paru': rule('-S|-Sy|-Syu|-U'),
    'emerge xbps-install': rule(''),
    apk: rule('add'),
    'nix-env': rule('-i|-iA|--install'),
    'nix-shell': rule('-p|--packages'),
    nix: [{ verbs: ['run', 'shell', 'develop', 'profile install', 'profile add', 'build'], addresses: true }],
    mise: rule('use|install|x|exec|plugin add|plugins install'),
    krew: install,
    'kubectl oc istioctl k3s': [{ verbs: ['apply', 'create', 'replace', 'krew install'], addresses: true }],
    helm: rule('install|upgrade|repo add|plugin install|pull|template'),
    'docker podman nerdctl': containers,
    'docker-compose': [{ verbs: ['up', 'run'], addresses: true }],
    'singularity apptainer': rule('pull|run|build|exec'),
    vagrant: rule('plugin install|box add|init'),
    'ansible-galaxy': rule('install|collection install|role install'),
    'code code-insiders codium cursor windsurf positron': editors,
    'claude codex gemini copilot opencode goose q amp droid qwen auggie crush': agents,
    gh: rule('extension install|extensions install|ext install|skill install'),
    deno: [...addressesOnly, ...rule('install|add|x')],
    'bash sh zsh python python3 node tsx': [{ verbs: [''], addresses: 'next' }],
    'msiexec mshta regsvr32 rundll32 certutil bitsadmin': [{ verbs: ['', '/i', '-i'], addresses: true }],
    'install-module install-package install-script install-psresource add-appxpackage add-appxprovisionedpackage import-module':
      rule(''),
    'start-bitstransfer': [{ verbs: [''], addresses: true }],
    corepack: rule('prepare|use|install'),
    'xcodes mas': install,
    'smithery mcp-get skills': rule('install|add|mcp add'),
  } satisfies Record<string, readonly InstallRule[]>).flatMap(([names, rules]) =>
    names.split(' ').map((name): [string, readonly InstallRule[]] => [name, rules]),
  ),
);

function rule(verbs: string): InstallRule[] {
  return [{ verbs: verbs.split('|') }];
}

/** Single words may be listed together; a verb of several words stands alone. */
function asVerbs(verbs: string): string[] {
  return verbs.startsWith('global') ? [verbs] : verbs.split(' ');
}

/** Programs that fetch what an address names. */
export const fetchers =
  /^(?:curl|curl\.exe|wget|aria2c|axel|lwp-download|http|https|xh|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)$/i;

/** Programs that run, unpack or trust what they read. */
export const interpreters =
  /^(?:(?:ba|z|da|k|a|fi|c|tc)?sh|pwsh|powershell|iex|invoke-expression|python[\d.]*|node|deno|bun|perl|ruby|php|lua|osascript|tclsh|source|\.|eval|tar|bsdtar|unzip|cpio|apt-key|gpg|tee|xargs|patch|psql|mysql|dd|crontab|docker|kubectl|helm|sudo|doas|env)$/i;
