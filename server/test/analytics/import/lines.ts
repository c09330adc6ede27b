import { gzipSync } from 'node:zlib';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Returns a line of a combined log without its line break: by the reader `n`, at its own second. */
export function line(n: number, path = `/page-${n % 10}`): string {
  const at = new Date(Date.UTC(2026, 10, 21, 10) + n * 1_000);
  const day = `21/Nov/2026:${at.toISOString().slice(11, 19)}`;
  return `203.0.113.${n % 250} - - [${day} +0000] "GET ${path} HTTP/1.1" 200 ${n} "-" "${browser}"`;
}

/** Returns the lines from one number to another, each with its line break. */
export function log(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, place) => `${line(from + place)}\n`).join('');
}

/** Compresses each part to its own gzip member. */
export function gzip(...parts: string[]): Buffer {
  return Buffer.concat(parts.map((part) => gzipSync(part)));
}
