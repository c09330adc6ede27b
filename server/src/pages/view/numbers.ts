const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `1,200` */
export function number(count: number): string {
  return whole.format(count);
}

/** `1,200`, and `1,000+` for what was counted no further than to 1,000. */
export function countedTo(most: number, count: number): string {
  return count >= most ? `${number(most)}+` : number(count);
}

/** `1 file`, `1,200 files`; `1,000+ files` where they were counted up to so many. */
export function plural(count: number, noun: string, most = Infinity): string {
  return `${countedTo(most, count)} ${noun}${count === 1 ? '' : 's'}`;
}
