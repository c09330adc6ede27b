/** A list item as far as lines alone show it. It contains the lines indented to `offset`. */
export interface PlainContainer {
  offset: number;
  /** Whether it may have ended already, or may never have begun. */
  isDoubtful: boolean;
}

/** The beginning of a line. */
export interface PlainBeginning {
  rest: string;
  /** The column at which the rest begins. */
  indent: number;
  /** Whether the line begins an item of a list. */
  isItem: boolean;
}

/** Tracks the list items that are open at a line. In MDX, indentation does not make code, so no indent is too deep. */
export function openContainers() {
  let stack: PlainContainer[] = [];
  return {
    top: () => stack.at(-1),
    has: (container: PlainContainer | undefined) => container === undefined || stack.includes(container),
    isCertain: () => stack.every(({ isDoubtful }) => !isDoubtful),
    leave,
    /** A paragraph line with less indentation may still belong to the preceding item. */
    leavePerhaps(indent: number): void {
      for (const container of stack) if (container.offset > indent) container.isDoubtful = true;
    },
    doubt(): void {
      for (const container of stack) container.isDoubtful = true;
    },
    /** Removes the mark of a list item from a line. */
    begin(rest: string, indent: number, afterParagraph: boolean): PlainBeginning {
      const item = itemPattern.exec(rest);
      if (!item) return { rest, indent, isItem: false };
      const before = stack.length;
      leave(indent);
      const [mark, bullet, number, spaces = ''] = item;
      const text = rest.slice(mark.length);
      const isEmpty = text === '';
      const interrupts = !isEmpty && (bullet !== undefined || number === '1');
      const isDoubtful =
        isEmpty ||
        spaces.length > 4 ||
        /^[-*+>]|^\d{1,9}[.)]/.test(text) ||
        (afterParagraph && !interrupts && stack.length === before);
      const offset = indent + mark.length - (isEmpty || spaces.length > 4 ? spaces.length - 1 : 0);
      stack.push({ offset, isDoubtful });
      return { rest: text, indent: offset, isItem: true };
    },
  };

  function leave(indent: number): void {
    stack = stack.filter(({ offset }) => offset <= indent);
  }
}

const itemPattern = /^(?:([-*+])|(\d{1,9})[.)])( +|$)/;
