const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1,482,301,440` → `1.5 GB`. */
export function bytes(value: number): string {
  let rest = value;
  let unit = 0;
  for (; rest >= 1000 && unit < units.length - 1; unit += 1) rest /= 1000;
  const digits = unit === 0 || rest >= 100 ? 0 : 1;
  return `${rest.toFixed(digits)} ${units[unit] ?? ''}`;
}

/** Formats a duration in its two largest units: `3 min 20 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3_600)} h`;
}
