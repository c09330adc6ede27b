/** The languages of fences whose lines are commands. */
const shells = new Set([
  'sh',
  'shell',
  'bash',
  'zsh',
  'console',
  'shellsession',
  'terminal',
  'powershell',
  'ps1',
  'bat',
  'cmd',
]);

/** Programs that many instructions call, and words of the shell's language or of English, which are no commands. */
const unspecificPrograms = new Set(
  (
    'cd ls pwd mkdir cat echo rm exit clear source if then else elif fi for while until do done case esac ' +
    'in on at to of the a an and or with from not is'
  ).split(' '),
);

/**
 * Returns the commands of a fenced block of code, without prompts, comments and what a reader must fill in. Where some
 * lines have a prompt, the others are output. A block without a language has commands only behind prompts.
 *
 * @param piece the block with its fences; anything else has no commands.
 */
export function commandsIn(piece: string): string[] {
  const [opening = '', ...lines] = piece.split(/\r?\n/);
  const [, info] = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(\S*)/.exec(opening) ?? [];
  if (info === undefined || lines.length < 2) return [];
  const behindPrompts = lines.flatMap((line) => prompt.exec(line)?.[1] ?? []);
  if (behindPrompts.length > 0) return behindPrompts.flatMap((line) => commandOf(line) ?? []);
  const language = info.toLowerCase().replace(/[^\w].*$/, '');
  if (!shells.has(language)) return [];
  // A line that continues the one above it is no command of its own.
  const own = lines.slice(0, -1).filter((_line, index) => !(lines[index - 1] ?? '').trimEnd().endsWith('\\'));
  return own.flatMap((line) => commandOf(line) ?? []);
}

const prompt = /^[ \t>]*(?:\$|PS[^>\n]{0,80}>|[A-Z]:\\[^>\n]{0,80}>)[ \t]+(\S.*)$/;

/** Returns inline code that is a command with arguments; undefined for all other code. */
export function inlineCommand(code: string): string | undefined {
  return /^[a-z][\w.-]*(?: [\w@./:=,<>[\]"'…-]+)+$/.test(code) ? commandOf(code) : undefined;
}

/** A longer line is none that a reader types. */
const mostCharacters = 500;

function commandOf(line: string): string | undefined {
  if (line.length > mostCharacters) return undefined;
  const command = line
    .trim()
    .replace(/[ \t]+#(?:[ \t].*)?$/, '')
    .replace(/[ \t]*\\$/, '')
    .replace(placeholder, '');
  const [, program] = /^(?:sudo[ \t]+)?([a-z.~/][\w.~/-]*)[ \t]+\S/.exec(command) ?? [];
  return program === undefined || unspecificPrograms.has(program) ? undefined : command.trim();
}

/** The first argument that a reader fills in, and all after it: authors rename placeholders. */
const placeholder = /[ \t]+(?:\S{0,80}(?:<[A-Za-z]|…|\.\.\.)|(?:\S{0,80}=)?["']?(?:\[|YOUR|\$\{?[A-Za-z])).*$/;
