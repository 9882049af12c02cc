/** A text's tokens in both encodings, so that a change of model needs no new count. */
export type TokenCounts = { cl100k: number; o200k: number }

/** Counts without holding up the event loop, however long or repetitive the text. */
export type TokenCounter = { count(text: string): Promise<TokenCounts> }
