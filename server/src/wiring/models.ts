import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createCopyeditor } from '../agent/models/builtin/copyeditor.ts';
import { resolveModel } from '../agent/models/registry.ts';
import type { ModelFactories } from '../agent/models/registry.ts';
import type { AgentDocs } from '../agent/ports.ts';

/** The models of this installation, and what is given beyond them. @throws CopydeskError `model_not_configured` */
export function modelsOf(extra: ModelFactories = {}): (name: string, docs: AgentDocs) => LanguageModelV4 {
  return (name, docs) => resolveModel(name, { 'builtin/copyeditor': () => createCopyeditor({ docs }), ...extra });
}
