import { isCopydeskError } from '@copydesk/contract';
import { plainModel } from '../../agent/model.ts';
import type { AgentModel } from '../../agent/model.ts';

/**
 * Returns a model that may not be needed. One that is not configured, or whose key cannot be read, is returned as well,
 * and fails at its first call.
 */
export async function modelWhenAsked(
  name: string,
  resolve: () => AgentModel | Promise<AgentModel>,
): Promise<AgentModel> {
  try {
    return await resolve();
  } catch (error) {
    if (!isCopydeskError(error, 'model_not_configured') && !isCopydeskError(error, 'secret_unreadable')) throw error;
    const fail = async () => {
      throw error;
    };
    const [provider = '', modelId = ''] = name.split('/', 2);
    return plainModel(name, {
      specificationVersion: 'v4',
      provider,
      modelId,
      supportedUrls: {},
      doGenerate: fail,
      doStream: fail,
    });
  }
}
