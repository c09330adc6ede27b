import { quoteForShell, stepsOf } from './levels.ts';
import type { Level } from './levels.ts';

/** Returns the completion script for fish, which also shows each word's description. */
export function fishCompletion(levels: readonly Level[]): string {
  const lines = levels.flatMap(({ at, commands, options }) => {
    const where = `complete -c copydesk -n ${quoteForShell(`__copydesk_at "${at}"`)}`;
    const names = commands.map(
      ({ name, summary }) => `${where} -a ${quoteForShell(name)} -d ${quoteForShell(summary)}`,
    );
    const flags = options.map(
      ({ name, summary, takesValue }) =>
        `${where} -l ${quoteForShell(name.replace(/^--/, ''))}${takesValue ? ' -r -F' : ''} -d ${quoteForShell(summary)}`,
    );
    return [...names, ...flags];
  });
  return `# Completion of copydesk for fish. copydesk completion fish > ~/.config/fish/completions/copydesk.fish
function __copydesk_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${stepsOf(levels).map(quoteForShell).join(' ')}
        set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
complete -c copydesk -f
${lines.join('\n')}
`;
}
