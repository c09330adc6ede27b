import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import { commandTyped, withTyped } from './own-name.ts';
import { terminalSafe, printable } from '../output/text-width.ts';

/** Where a command reads and writes: a terminal, or a pipe or file, which gets plain text. */
export interface Terminal {
  /** Writes the command's result. */
  out: (text: string) => void;
  /** Writes what Copydesk itself says as a result, with its command as it is typed here. */
  tell: (text: string) => void;
  /** Writes progress and errors, in the same way. */
  err: (text: string) => void;
  /** Reads all of standard input, as UTF-8. */
  readInput(): Promise<string>;
  /** Streams standard input. */
  openInput: () => Readable;
  /** Asks a person for a line that is not shown while it is typed; undefined when no person is at the keyboard. */
  askHidden: ((question: string) => Promise<string>) | undefined;
  /** The width of the result's terminal; Infinity when the result goes elsewhere, so that nothing is cut. */
  columns: number;
  /** Whether the result, or the progress, goes to a person's terminal. */
  interactive: { out: boolean; err: boolean };
  /**
   * Whether to use colours there: not in a pipe, not with `NO_COLOR` (https://no-color.org), not on a dumb terminal.
   */
  colours: { out: boolean; err: boolean };
}

interface Input extends Readable {
  isTTY?: boolean;
}

interface Output extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** Opens the terminal of a process. Does not touch standard input before something reads it. */
export function openTerminal(streams: {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
}): Terminal {
  const { stdin, stdout, stderr, env } = streams;
  const interactive = { out: stdout.isTTY === true, err: stderr.isTTY === true };
  // A reader that has read enough, such as head(1), closes the pipe: the remaining output has no receiver.
  for (const stream of [stdout, stderr]) stream.on('error', (error) => endsQuietly(error));
  const colourless = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  const colours = { out: interactive.out && !colourless, err: interactive.err && !colourless };
  const typed = commandTyped(env);
  // A pipe or file gets the unchanged text: `git apply` and a CSV reader need each character.
  const out = (text: string): void => void stdout.write(interactive.out ? terminalSafe(text, colours.out) : text);
  return {
    out,
    tell: (text) => out(withTyped(text, typed)),
    err: (text) => void stderr.write(terminalSafe(withTyped(text, typed), colours.err)),
    readInput: () => readAll(stdin),
    openInput: () => stdin,
    askHidden: stdin.isTTY === true && interactive.err ? (question) => askHidden(question, stdin, stderr) : undefined,
    columns: interactive.out ? (stdout.columns ?? 80) : Infinity,
    interactive,
    colours,
  };
}

/** The line editor's output is discarded: while the editor reads, the terminal itself does not echo. */
async function askHidden(question: string, input: Readable, output: Writable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const editor = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  output.write(printable(question));
  try {
    return await new Promise<string>((resolve, reject) => {
      editor.once('line', resolve);
      editor.once('SIGINT', () =>
        reject(new CopydeskError('invalid_request', 'Nothing was typed; nothing was changed.')),
      );
      editor.once('close', () =>
        reject(new CopydeskError('invalid_request', 'Nothing was typed; nothing was changed.')),
      );
    });
  } finally {
    editor.close();
    output.write('\n');
  }
}

function endsQuietly(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
