import type { ModelProvider } from '@/lib/schemas/model'

/** Where a model is, as a reader knows it. */
export const PROVIDER_NAMES: Record<ModelProvider, string> = {
  openai: 'OpenAI',
  compatible: 'Compatible server',
  ollama: 'Ollama, on this machine',
  lmstudio: 'LM Studio, on this machine',
  builtin: 'Part of Throughline',
}
