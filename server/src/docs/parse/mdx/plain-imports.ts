const localName = String.raw`[A-Z]\w*`;
const namedImports = String.raw`\{ ?(?:\w+ as )?${localName}(?:, (?:\w+ as )?${localName})* ?,? ?\}`;
const importPattern = new RegExp(
  String.raw`^import (?:${localName}|${namedImports}|${localName}, ${namedImports}|\* as ${localName}) from (?:"[^"\\]*"|'[^'\\]*');?[ \t]*$`,
);

/** Accepts imports on one line each, whose names are not imported yet. */
export function plainImports() {
  const names = new Set<string>();
  return {
    add(line: string): boolean {
      if (!importPattern.test(line)) return false;
      const imported = line.slice('import '.length, line.lastIndexOf(' from '));
      for (const [, name = ''] of imported.matchAll(/([A-Z]\w*)(?=\s*(?:,|\}|$))/g)) {
        if (names.has(name)) return false;
        names.add(name);
      }
      return true;
    },
  };
}
