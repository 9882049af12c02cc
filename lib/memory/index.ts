export { buildContext, type ContextMessage, type Words, wordsIn } from './build-context.ts'
export type {
  ContextMap,
  LeftOut,
  LeftOutReason,
  Limit,
  PassageChars,
  RecalledPassage,
  RecallRecord,
  Segment,
} from './context-map.ts'
export { ConversationHistory, type Turn } from './conversation-history.ts'
export {
  type ConversationMemory,
  conversationMemory,
  type Log,
  type MemoryDependencies,
  type MemoryOptions,
} from './conversation-memory.ts'
export { charsWithin, cutPassage } from './cut-passage.ts'
export { distinctPassages } from './distinct-passages.ts'
export { estimateTokens, estimateUnseen, isEstimate } from './estimate-tokens.ts'
export { exchangesIn } from './exchange.ts'
export { type FittedPassages, type FoundPassage, fitPassages } from './fit-passages.ts'
export { type FoldFrame, foldEnd } from './fold-end.ts'
export { type FoldPart, foldParts, isTold } from './fold-parts.ts'
export { type Beside, type Continuation, type Instructions, newMessageFit } from './limit.ts'
export { MemoryError, type MemoryErrorCode } from './memory-error.ts'
export { type PersistentOptions, persistentMemory } from './persistent-memory.ts'
export { type Plan, type PlanInput, plan } from './plan.ts'
export type { PlanFrame, PreviousPlan } from './plan-frame.ts'
export { quotedSummary, quoteLines, SUMMARY_WRAPPER } from './quote-summary.ts'
export { type ReadFrom, type ReadPage, readBack, readFloor, rowsNeeded } from './read-back.ts'
export type {
  Chunk,
  EmbeddedChunk,
  Embedder,
  Found,
  ScoreScale,
  SearchOptions,
  TextIndex,
  VectorStore,
} from './recall-ports.ts'
export { type QuotedPassage, quotedPassages, RECALL_WRAPPER } from './recalled-passages.ts'
export type { Omitted, StoredSummary, Summaries } from './stored-summary.ts'
export { isBearable, summaryTokens } from './summary-chain.ts'
export { summaryDue } from './summary-due.ts'
export { MOST_SUMMARY_WORDS, summaryWords } from './summary-length.ts'
export { DEFAULT_SUMMARY_PROMPT, EARLIER_SUMMARY, foldPrompt, MESSAGES_MARK } from './summary-prompt.ts'
export { SUMMARY_REFUSALS, type SummaryRefusal, summaryRefusal } from './summary-refusal.ts'
export { tieResults } from './tie-results.ts'
export type {
  Encoding,
  MemorySettings,
  Message,
  MessageStatus,
  ModelLimits,
  PublishedEncoding,
  RecallSettings,
  Role,
  StoredMessage,
  ToolCall,
} from './types.ts'
export { type Recalled, withRecall } from './with-recall.ts'
export { writtenText } from './written-text.ts'
