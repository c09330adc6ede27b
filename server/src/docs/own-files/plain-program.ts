import { isRecord } from '../data/records.ts';
import { isPlain } from './plain-nodes.ts';

/**
 * Whether a program consists only of plain literals in constants and exports: it imports, calls and changes nothing.
 */
export function isPlainProgram(program: unknown): boolean {
  return isRecord(program) && allOf(program['body'], isPlainStatement);
}

function isPlainStatement(statement: unknown): boolean {
  if (!isRecord(statement)) return false;
  switch (statement['type']) {
    case 'VariableDeclaration':
      return statement['kind'] === 'const' && allOf(statement['declarations'], isPlainConstant);
    case 'ExportNamedDeclaration':
      return statement['source'] === null && isPlainStatement(statement['declaration']);
    case 'ExportDefaultDeclaration':
      return isName(statement['declaration']) || isPlain(statement['declaration']);
    default:
      return false;
  }
}

function isPlainConstant(one: unknown): boolean {
  return isRecord(one) && isName(one['id']) && isPlain(one['init']);
}

function isName(node: unknown): boolean {
  return isRecord(node) && node['type'] === 'Identifier';
}

function allOf(items: unknown, isFine: (item: unknown) => boolean): boolean {
  return Array.isArray(items) && items.every(isFine);
}
