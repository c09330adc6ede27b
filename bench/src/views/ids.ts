const bytes = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** Returns a UUID of version 7 (RFC 9562): 48 bits of time, then random bits, as the tracker makes them. */
export function timeOrderedId(at: number, random: () => number): string {
  const high = Math.floor(at / 65_536);
  const time = `${hex(high >>> 16)}${hex(high & 0xffff)}-${hex(at % 65_536)}`;
  return `${time}-7${chance(random).slice(1)}-${variant(random)}-${chance(random)}${chance(random)}${chance(random)}`;
}

/** Returns a UUID of version 4: only random bits. */
export function randomId(random: () => number): string {
  const head = `${chance(random)}${chance(random)}-${chance(random)}-4${chance(random).slice(1)}`;
  return `${head}-${variant(random)}-${chance(random)}${chance(random)}${chance(random)}`;
}

function hex(value: number): string {
  return bytes[value] ?? '0000';
}

function chance(random: () => number): string {
  return hex(Math.floor(random() * 65_536));
}

function variant(random: () => number): string {
  return hex(0x8000 + Math.floor(random() * 0x4000));
}
