import { styleText } from 'node:util';

/** Colours by meaning. Each function returns the text unchanged when colours are off. */
export interface Paint {
  strong: (text: string) => string;
  faint: (text: string) => string;
  good: (text: string) => string;
  bad: (text: string) => string;
  careful: (text: string) => string;
  place: (text: string) => string;
}

/** Returns the colours of a stream, or functions that add none. */
export function paintFor(colours: boolean): Paint {
  const paint = (style: Parameters<typeof styleText>[0]) => (text: string) =>
    colours && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  return {
    strong: paint('bold'),
    faint: paint('dim'),
    good: paint('green'),
    bad: paint('red'),
    careful: paint('yellow'),
    place: paint('cyan'),
  };
}
