import { runtimeBytes, viewId } from '../../src/request/id.ts';
import type { View } from '../../src/request/view.ts';

export function view(path = '/guide'): View {
  return { id: viewId(1_795_239_458_457, runtimeBytes), path, timestamp: 1_795_239_458_457, headers: {} };
}
