import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import { harmless, printable } from './output/text-width.ts';

/** Where a command reads and writes: a terminal, or a pipe or file, which gets plain text. */
export interface Terminal {
  /** The command's result. */
  out: (text: string) => void;
  /** Progress and complaints. */
  err: (text: string) => void;
  /** All of standard input, as UTF-8. */
  readInput(): Promise<string>;
  /** Standard input as it comes. */
  openInput: () => Readable;
  /** Asks a person for a line that is not shown while it is typed; undefined where nobody sits at the keyboard. */
  askHidden: ((question: string) => Promise<string>) | undefined;
  /** Columns of the result's terminal; Infinity when it is none, so that nothing is cut. */
  columns: number;
  /** Whether the result, or the progress, goes to a person's terminal. */
  interactive: { out: boolean; err: boolean };
  /** Whether colours are wanted there: not for a pipe, not with `NO_COLOR` (https://no-color.org), not on a dumb one. */
  colours: { out: boolean; err: boolean };
}

interface Input extends Readable {
  isTTY?: boolean;
}

interface Output extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** The terminal of a process. Standard input is not touched before it is asked for. */
export function openTerminal(streams: {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
}): Terminal {
  const { stdin, stdout, stderr, env } = streams;
  const interactive = { out: stdout.isTTY === true, err: stderr.isTTY === true };
  // A reader that has seen enough, such as head(1), closes the pipe: what is left has nobody to go to.
  for (const stream of [stdout, stderr]) stream.on('error', (error) => endsQuietly(error));
  const colourless = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  const colours = { out: interactive.out && !colourless, err: interactive.err && !colourless };
  return {
    // What goes to a pipe or file is whole: `git apply` and a reader of CSV need each character.
    out: (text) => void stdout.write(interactive.out ? harmless(text, colours.out) : text),
    err: (text) => void stderr.write(harmless(text, colours.err)),
    readInput: () => readAll(stdin),
    openInput: () => stdin,
    askHidden: stdin.isTTY === true && interactive.err ? (question) => askHidden(question, stdin, stderr) : undefined,
    columns: interactive.out ? (stdout.columns ?? 80) : Infinity,
    interactive,
    colours,
  };
}

/** The line editor writes what is typed to nowhere: the terminal itself echoes nothing while it is at work. */
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
