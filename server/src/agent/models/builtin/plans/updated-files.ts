/** The files that `move_file` and `delete_file` say they changed besides. */
export function updatedFiles(answer: string): string[] {
  const mark = 'updated links or navigation in: ';
  return answer
    .split('\n')
    .flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []))
    .sort();
}
