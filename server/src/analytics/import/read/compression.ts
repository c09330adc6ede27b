/** Recognises the compression of a file by its first bytes; undefined for none or an unknown one. */
export function compressionOf(first: Buffer): 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'zip' | undefined {
  const hex = first.toString('hex');
  if (hex.startsWith('1f8b')) return 'gzip';
  if (hex.startsWith('28b52ffd')) return 'zstd';
  if (hex.startsWith('425a68')) return 'bzip2';
  if (hex.startsWith('fd377a585a00')) return 'xz';
  return hex.startsWith('504b0304') ? 'zip' : undefined;
}
