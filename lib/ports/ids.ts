/** Makes ids that are unique across processes, safe in a URL, and do not tell an order. */
export type Ids = { next(): string }
