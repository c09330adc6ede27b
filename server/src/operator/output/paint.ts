import { styleText } from 'node:util';

/** Colours by their meaning; each gives the text back as it is where colours are not wanted. */
export interface Paint {
  strong: (text: string) => string;
  faint: (text: string) => string;
  good: (text: string) => string;
  bad: (text: string) => string;
  careful: (text: string) => string;
  place: (text: string) => string;
}

/** The colours of a stream, or none. */
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
