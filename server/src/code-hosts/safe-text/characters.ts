/**
 * Without what nobody sees and something reads: controls, marks that turn the direction of the text, characters without
 * width, lone surrogates. Line ends become `\n`; an emoji keeps its joiners and selectors, and Persian its non-joiner.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replaceAll(invisible, '');
}

const invisible = new RegExp(
  [
    String.raw`[^\P{Cc}\n\t]`,
    String.raw`\p{Cs}`,
    String.raw`\u2800`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?!\p{Extended_Pictographic})`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D`,
    String.raw`(?<!\p{Script=Arabic})\u200C|\u200C(?!\p{Script=Arabic})`,
    String.raw`(?<!\p{Extended_Pictographic}|[#*0-9])\uFE0F`,
    String.raw`[^\P{Cf}\u200C\u200D]`,
    String.raw`[^\P{Default_Ignorable_Code_Point}\u200C\u200D\uFE0F]`,
  ].join('|'),
  'gu',
);
