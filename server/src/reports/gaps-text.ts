const mostNamed = 5;

/** That nothing at all was counted on some days; '' where there is none. */
export function gapsText(gaps: readonly string[]): string {
  if (gaps.length === 0) return '';
  const more = gaps.length > mostNamed ? ` and ${gaps.length - mostNamed} more days` : '';
  return `Nothing at all was counted on ${gaps.slice(0, mostNamed).join(', ')}${more}: less was counted than was read.`;
}
