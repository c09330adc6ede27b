const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `1,200` */
export function number(count: number): string {
  return wholeNumber.format(count);
}

/** Formats `1,200`, and `1,000+` when counting stopped at 1,000. */
export function countedTo(most: number, count: number): string {
  return count >= most ? `${number(most)}+` : number(count);
}

/** Formats `1 file`, `1,200 files`; `1,000+ files` when counting stopped there. */
export function plural(count: number, noun: string, most = Infinity): string {
  return `${countedTo(most, count)} ${noun}${count === 1 ? '' : 's'}`;
}
