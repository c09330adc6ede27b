import { valueAt, itemsOf, type Literal } from '../../literal/literal.ts';

/** Returns the argument of `starlight({…})` in `integrations`. */
export function starlightOptions(config: Literal | undefined) {
  const call = itemsOf(valueAt(config, 'integrations')).find(
    (item) => item.kind === 'call' && item.callee === 'starlight',
  );
  const options = call?.kind === 'call' ? call.arguments[0] : undefined;
  return options?.kind === 'map' ? options : undefined;
}
