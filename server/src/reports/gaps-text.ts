const mostNamed = 5;

/** Returns a sentence about days without any counts; '' when there are none. */
export function gapsText(gaps: readonly string[]): string {
  if (gaps.length === 0) return '';
  const more = gaps.length > mostNamed ? ` and ${gaps.length - mostNamed} more days` : '';
  return `Nothing was counted on ${gaps.slice(0, mostNamed).join(', ')}${more}: on these days, the counts are too low.`;
}
