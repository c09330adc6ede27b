import { collapseSpace } from '../piece.ts';
import { fetchers, interpreters, programs, type InstallRule } from './programs.ts';
import { pipelinesOf, type Pipeline, type ShellCommand, type ShellWord } from './shell-words.ts';

/** A command, as readers would copy it, that installs or runs what somebody published. */
export interface InstallCommand {
  /** Equal for the same program and package, or the same host: versions and options make no difference. */
  key: string;
  /** The command as written. */
  text: string;
  /** A text that each place with the same command contains. */
  seek: string;
}

/**
 * Returns the commands of a line, of a page or of a program, that install or run what somebody published, and the
 * addresses that install something by a click.
 */
export function commandsIn(line: string): InstallCommand[] {
  if (!mayInstall.test(line)) return [];
  const pipelines = pipelinesOf(line);
  return [
    ...pipelines.flat().flatMap((command) => installsOf(command, line)),
    ...pipelines.flatMap((pipeline) => downloadOf(pipeline, line)),
    ...clicksIn(line),
  ];
}

/** A line that names no program of these, and no address, installs nothing. */
const mayInstall = new RegExp(
  String.raw`(?:^|[^\w-])(?:${[...programs.keys()].join('|')}|pip[\d.]+|curl|wget|aria2c|axel|lwp-download|https?|xh|fetch|iwr|irm|iex|Invoke-\w+|python[\d.]*)(?![\w-])|:\/\/|vscode`,
  'i',
);

function installsOf({ words }: ShellCommand, line: string): InstallCommand[] {
  return words.flatMap((word, index) => {
    const program = programOf(word.text);
    const rules = programs.get(program) ?? [];
    const rest = words.slice(index + 1);
    return rules.flatMap((rule) =>
      namesAfter(rule, rest).map((name) => ({
        key: `${program} ${nameOf(name.text)}`,
        text: textOf(line, word.start, words.at(-1)?.end ?? word.end),
        seek: seekOf(name.text),
      })),
    );
  });
}

/** `/usr/bin/pip3.11` is pip, and `npm.cmd` is npm. */
function programOf(word: string): string {
  const name = word.replace(/^[%!$]|^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
  if (/^[A-Z][a-z]+-[A-Z]/.test(name)) return name.toLowerCase();
  return /^(?:pip|python)[\d.]+$/.test(name) ? name.replace(/[\d.]+$/, '') : name;
}

/** Returns the names of packages behind the verbs of a rule. */
function namesAfter({ verbs, first = false, addresses = false }: InstallRule, rest: readonly ShellWord[]): ShellWord[] {
  const end = Math.max(...verbs.map((verb) => endOfVerb(verb, rest)));
  if (end < 0) return [];
  if (addresses === 'next') {
    const next = rest.slice(end).find(({ text }) => !text.startsWith('-'));
    return next !== undefined && next.text.includes('://') ? [next] : [];
  }
  const names = rest.slice(end, end + mostNames).flatMap((word) => {
    const text = word.text.replace(/^--?[\w-]+=/, '').replace(/[.,;:!?]+$/, '');
    const isName =
      /^[@\w$~]|^[./]+[\w-]+[^\s]*:\/\//.test(text) &&
      !/^(?:to|the|a|an|it|and|or|with|for|in|on|your|this|that|from|of|is|as)$/i.test(text);
    if (!isName || isLocal(text) || word.text === '--') return [];
    return addresses && !/:\/\/|^[\w-]+(?:\.[\w-]+)+\/|^[a-z]+:[\w-]+\/|#/i.test(text) ? [] : [{ ...word, text }];
  });
  const next = rest[end + mostNames];
  return first
    ? names.slice(0, 1)
    : next === undefined
      ? names
      : [...names, { ...next, text: `${next.text} and more` }];
}

/** A command with more words than that is new whatever they are. */
const mostNames = 50;

/** Returns the index behind a verb, between whose words only options stand; -1 where it is not there. */
function endOfVerb(verb: string, rest: readonly ShellWord[]): number {
  if (verb === '') return 0;
  let index = 0;
  for (const wanted of verb.split(' ')) {
    let isValue = false;
    for (; index < rest.length && rest[index]?.text !== wanted; index += 1) {
      const isOption = rest[index]?.text.startsWith('-') === true;
      if (!isOption && !isValue) return -1;
      isValue = isOption;
    }
    if (index >= rest.length) return -1;
    index += 1;
  }
  return index;
}

/** What is on the reader's own machine, a value of an option, or a placeholder. */
function isLocal(name: string): boolean {
  return (
    /^(?:\.{0,2}\/|~\/|\.{1,2}$|[A-Za-z]:\\)/.test(name) ||
    /^\d+(?:[:.]\d+)*$|^[\d.]+:[\d.]+$|[<>{}[\]]|^\.\.\.$|…/.test(name.replace(/\[[\w,-]+\]$/, '')) ||
    /^[\w./-]+\.(?:txt|lock|toml|cfg|ya?ml|json|whl|tgz|deb|rpm|vsix|msi|sh)$/i.test(name)
  );
}

/** Returns the name of a package without its version: `@acme/a@1`, `acme==1`, `acme:tag`; for an address, its host. */
function nameOf(name: string): string {
  const host = hostOf(name);
  if (host !== undefined) return host;
  return name
    .replace(/^npm:/, '')
    .replace(/(?<=.)@[^/]*$/, '')
    .replace(/[=<>~!^:[].*$/, '')
    .toLowerCase();
}

function hostOf(text: string): string | undefined {
  const address = /(?:git\+)?(?:https?|ssh|oci|git):\/\/[^\s"'<>]+/i.exec(text)?.[0];
  return address === undefined ? undefined : URL.parse(address.replace(/^git\+/i, ''))?.hostname;
}

function seekOf(name: string): string {
  return hostOf(name) ?? nameOf(name).replace(/^.*\//, '');
}

/** Returns a pipeline that downloads into a program or a file, since a later line may run the file. */
function downloadOf(pipeline: Pipeline, line: string): InstallCommand[] {
  const at = pipeline.findIndex(({ words }) => words.some(({ text }) => fetchers.test(text)));
  const command = pipeline[at];
  if (command === undefined) return fetchedByProgram(pipeline, line);
  const begin = command.words.findIndex(({ text }) => fetchers.test(text));
  const words = command.words.slice(begin);
  const address = words.slice(1).find(({ text }) => /^(?:https?:|\$|[\w-]+(?:\.[\w-]+)+(?:[/:]|$))/.test(text));
  if (address === undefined) return [];
  const isRun = pipeline
    .slice(at + 1)
    .some((next) => next.words.some(({ text }) => interpreters.test(programOf(text))));
  if (!isRun && !command.isInner && !keeps(words, command)) return [];
  const host = hostOf(address.text) ?? hostOf(`https://${address.text}`) ?? address.text;
  const last = pipeline.at(-1)?.words.at(-1)?.end ?? address.end;
  return [{ key: `download ${host}`, text: textOf(line, words[0]?.start ?? 0, last), seek: host }];
}

/** Returns whether a download is written into a file. */
function keeps(words: readonly ShellWord[], { writes }: ShellCommand): boolean {
  const program = words[0]?.text ?? '';
  const options = words.map(({ text }) => text);
  if (writes) return true;
  if (/^(?:aria2c|axel|lwp-download)$/i.test(program)) return true;
  if (/^wget$/i.test(program)) return !options.some((one) => /^-[a-zA-Z]*O-$|^--output-document=-$/.test(one));
  return options.some((one) => /^-[a-zA-Z]*[oO]|^--output|^--remote-name|^-OutFile$/i.test(one));
}

/** Returns what a program in a line fetches: `python -c "… urlopen('https://…')"`, `(New-Object Net.WebClient).DownloadString(…)`. */
function fetchedByProgram(pipeline: Pipeline, line: string): InstallCommand[] {
  const words = pipeline.flatMap((command) => command.words);
  const isFetching = words.some(({ text }) =>
    /urlopen|urlretrieve|requests\.get|DownloadString|DownloadFile|Net\.WebClient|LWP::Simple|open-uri|file_get_contents|copy\(/i.test(
      text,
    ),
  );
  const host = isFetching ? hostOf(line) : undefined;
  return host === undefined ? [] : [{ key: `download ${host}`, text: collapseSpace(line).slice(0, 300), seek: host }];
}

/** Schemes of addresses that no program but a browser, a mail or a telephone opens. */
const plainScheme =
  /^(?:https?|mailto|tel|sms|ftps?|file|data|javascript|urn|doi|about|blob|git|ssh|wss?|redis|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|amqps?|s3|gs|unix|jdbc|node|npm|oci|pkg)$/i;

/** Returns addresses that install something in a program on the reader's machine by one click. */
function clicksIn(line: string): InstallCommand[] {
  const schemes = [
    ...line.matchAll(/(?<![\w.])([a-z][\w+.-]{2,30}):(?=\/\/|extension\/|mcp\/)([^\s"'<>)`\]]+)/gi),
  ].filter(
    ({ 1: scheme = '', 2: rest = '' }) =>
      !plainScheme.test(scheme) &&
      /install|extension|mcp|plugin|add-?on|manifest|import|store|connect|config/i.test(rest),
  );
  const pages = [...line.matchAll(/https?:\/\/[^\s"'<>)`\]]+/gi)].filter(({ 0: address }) =>
    /install-mcp|\/mcp\/install|redirect\/mcp|add-mcp/i.test(address),
  );
  return [...schemes, ...pages].map(({ 0: address }) => ({
    key: `click ${address}`,
    text: address,
    seek: address.slice(0, 80),
  }));
}

function textOf(line: string, start: number, end: number): string {
  return collapseSpace(line.slice(start, Math.min(end, start + 300))).replace(/[.,;:)*"'`]+$/, '');
}
