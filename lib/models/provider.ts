import type { LanguageModel } from 'ai'
import type { ModelProvider } from '../schemas/model.ts'

/** What a listing told of one model. `window` in tokens; null: it did not say. */
export type FoundModel = { name: string; window: number | null; note: string | null }

export type Listing = {
  /** What to offer, the best choice first. */
  offered: FoundModel[]
  /** Every name that the server would take, also those that are not offered. */
  names: ReadonlySet<string>
}

/** A server that has models, and how to speak with it. */
export type Provider = {
  kind: Exclude<ModelProvider, 'builtin'>
  /** As a sentence about it begins: "OpenAI", "Ollama at 127.0.0.1:11434". */
  label: string
  /**
   * On this machine, found and not configured: asked often, because it is cheap, and gone from the list when it does
   * not answer. The others keep what was known of them.
   */
  local: boolean
  /** Throws whatever the request threw; the caller decides what that means. */
  list(signal: AbortSignal): Promise<Listing>
  /** What to believe of a model that no listing has described. */
  assume(name: string): FoundModel
  /** Names to offer while no listing has succeeded. */
  unheard: readonly string[]
  languageModel(name: string): LanguageModel | Promise<LanguageModel>
  providerOptions?: Record<string, Record<string, boolean>>
  /** Its answers do not end by themselves where a caller wants them to. */
  ignoresStop?: boolean
  /** Removed from every sentence of the server that is shown. */
  secrets: readonly string[]
  /** What someone can do when the server refuses the key or does not answer. */
  advice: { unauthorized: string; unreachable: string }
}
