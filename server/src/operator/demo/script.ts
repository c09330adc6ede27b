import { type Paint, paintFor } from '../output/paint.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The output of the demo: numbered sections, each with its lines. */
export interface Script {
  paint: Paint;
  terminal: Terminal;
  heading(title: string): void;
  section(title: string): void;
  line(text: string): void;
  write: (text: string) => void;
  /** Returns the seconds since the start, with one decimal. */
  seconds(): string;
}

/** Opens a script that `write` prints. */
export function openScript(terminal: Terminal, now: () => Date, write: (text: string) => void): Script {
  const paint = paintFor(terminal.colours.out);
  const began = now().getTime();
  let sections = 0;
  return {
    paint,
    terminal,
    write,
    heading: (title) => write(`\n${paint.strong(title)}\n`),
    section(title) {
      sections += 1;
      write(`\n${paint.place(String(sections))}  ${paint.strong(title)}\n`);
    },
    line: (text) => write(`${text.replaceAll(/^(?=.)/gm, '   ').replace(/^ {3}\n/, '\n')}\n`),
    seconds: () => ((now().getTime() - began) / 1000).toFixed(1),
  };
}
