/**
 * Separates a mark from a name, so that they are no reference: a character without width, written as an entity so that
 * it is visible in the source, and in hexadecimal so that it does not look like the number of an issue itself.
 */
export const zeroWidthSpace = '&#x200B;';

/** An entity that stays, one whose character must be checked itself, or one that is shown as written. */
export type JudgedEntity = { kept: string } | { decoded: string } | 'escaped';

/**
 * Decides about an entity. Hosts look for mentions in the rendered text, where an entity is an ordinary character. An
 * entity that cannot be part of a reference is kept; the others are shown as written.
 */
export function judgeEntity(entity: string): JudgedEntity {
  if (entity === '&commat;') return { decoded: '@' };

  const [, decimal, hexadecimal, name] = /^&(?:#(\d+)|#x([0-9a-f]+)|(\w+));$/i.exec(entity) ?? [];
  if (name !== undefined) return namedEntities.has(name) ? { kept: entity } : 'escaped';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (code === 0x40) return { decoded: '@' };
  if (code === 0x200b) return { kept: zeroWidthSpace };
  return isVisible(code) ? { kept: entity } : 'escaped';
}

function isVisible(code: number): boolean {
  if (code < 0xa0) return [34, 38, 39, 60, 62, 96].includes(code);
  if (code > 0x10ffff || [0xff03, 0xff20, 0xfe6b].includes(code)) return false;
  return !/[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u.test(String.fromCodePoint(code));
}

const namedEntities = new Set(
  (
    'amp lt gt quot apos nbsp ensp emsp thinsp copy reg trade mdash ndash hellip times divide minus plusmn middot bull deg ' +
    'larr uarr rarr darr harr rArr lArr hArr laquo raquo lsquo rsquo ldquo rdquo sbquo bdquo sect para dagger Dagger ' +
    'euro pound yen cent le ge ne asymp equiv infin sum prod radic part micro frac12 frac14 frac34 sup1 sup2 sup3 ' +
    'Auml auml Ouml ouml Uuml uuml szlig Agrave agrave Aacute aacute Acirc acirc Atilde atilde Aring aring AElig aelig ' +
    'Ccedil ccedil Egrave egrave Eacute eacute Ecirc ecirc Euml euml Igrave igrave Iacute iacute Icirc icirc Iuml iuml ' +
    'Ntilde ntilde Ograve ograve Oacute oacute Ocirc ocirc Otilde otilde Oslash oslash Ugrave ugrave Uacute uacute ' +
    'Ucirc ucirc Yacute yacute yuml alpha beta gamma delta epsilon lambda mu pi sigma tau phi omega Delta Sigma Omega'
  ).split(' '),
);
