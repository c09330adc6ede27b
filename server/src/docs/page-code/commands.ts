import { collapseSpace } from './piece.ts';

/** Returns the commands of a line, as readers would copy them, that install or run what somebody published. */
export function commandsIn(line: string): string[] {
  if (!mayInstall.test(line)) return [];
  const short = line.slice(0, 2_000);
  const found = [...installs.map((pattern) => pattern.exec(short)?.[1]), downloadIn(short)];
  return found.flatMap((command) => (command === undefined ? [] : [collapseSpace(command).replace(/[.,;:)*]+$/, '')]));
}

/**
 * Returns a command that downloads into a file, since a later line may run the file. It reads each character only a few
 * times, whatever the line.
 */
function downloadIn(line: string): string | undefined {
  const asked = [...line.matchAll(downloads)].map(({ 1: command = '' }) => command);
  return asked.find(
    (command) =>
      /https?:/.test(command) &&
      !command.includes('|') &&
      (command.startsWith('wget') || /\s(?:-\w{0,9}[oO]|--output|--remote-name)\b/.test(command)),
  );
}

const mayInstall =
  /install|\b(?:i|x|init|exec|add|get|run|pull|npx|bunx|uvx|dlx|create|require|apply|curl|wget|iwr|irm|iex|tap|Invoke-\w+)\b|-S/i;

/** What may precede a command: a prompt, Markdown punctuation, or another command. */
const beforeCommand = String.raw`(?:^|[\s$#>(;&|"'\x60=+])`;
/** The name that must follow a command. A placeholder such as `<name>` is no name. */
const rest = String.raw`\s+[^\s\x60<][^\x60\n]{0,200}`;

const tools: readonly (readonly [tool: string, verbs: string])[] = [
  ['npm|pnpm|yarn|bun|deno', 'install|i|add|exec|create|init|dlx|x|global add'],
  ['npx|bunx|uvx|pipx run|pnpx', ''],
  [String.raw`pip3?|pipx|python3? -m pip|uv pip|uv tool|conda|mamba|micromamba|easy_install`, 'install'],
  ['uv|poetry|pdm|rye|hatch|composer|flutter pub|dart pub|dotnet|mix|pixi', 'add|require|tool install|global require'],
  [
    'brew|apt|apt-get|dnf|yum|zypper|snap|flatpak|choco|scoop|winget|port|gem|luarocks|opam|cabal|nuget|vcpkg|asdf|mise|krew',
    'install|tap|plugin add',
  ],
  ['apk|nix-env|pacman|emerge|xbps-install', 'add|-i\\S*|-S\\S*|--\\S+'],
  ['cargo', 'install|add|binstall'],
  ['docker|podman|nerdctl', 'run|pull|compose up'],
  ['helm|kubectl|oc|istioctl', 'install|upgrade|apply|create|repo add|krew install'],
  ['code|code-insiders', '--install-extension'],
  ['Install-Module|Install-Package|Install-Script|Add-AppxPackage', ''],
];

const installs: readonly RegExp[] = [
  new RegExp(String.raw`${beforeCommand}(go\s+(?:install|get|run)\s+[\w-]{1,100}[./][^\x60\n]{0,200})`),
  ...tools.map(
    ([tool, verbs]) =>
      new RegExp(
        `${beforeCommand}((?:${tool})${verbs === '' ? '' : String.raw`(?:\s+-{1,2}[\w-]{1,30}){0,3}\s+(?:${verbs})`}${rest})`,
      ),
  ),
  new RegExp(
    String.raw`${beforeCommand}((?:curl|wget)\s[^\n]{1,300}?\|\s*(?:sudo\s+)?(?:\S{0,40}/)?(?:ba|z|da|k|fi)?(?:sh|python3?|node|perl|ruby|php|tar|apt-key)\b[^\x60\n]{0,100})`,
    'i',
  ),
  new RegExp(
    String.raw`${beforeCommand}((?:(?:ba|z)?sh|source|\.|eval|python3?)\s+[^\n]{0,40}(?:<\(|\$\(|\x60)\s*(?:curl|wget)\b[^\n]{1,300})`,
    'i',
  ),
  new RegExp(
    String.raw`${beforeCommand}((?:iwr|irm|curl|Invoke-WebRequest|Invoke-RestMethod)\b[^\n|]{1,300}\|\s*(?:iex|Invoke-Expression)\b[^\n]{0,50}|(?:iex|Invoke-Expression)\b[^\n]{1,300})`,
    'i',
  ),
];

const downloads = new RegExp(String.raw`${beforeCommand}((?:curl|wget)\s[^\x60\n]{1,300})`, 'g');
