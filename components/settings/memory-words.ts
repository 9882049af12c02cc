type Limits = { maxExchanges: number | null; maxTokens: number | null }

/** What the settings mean for the next turn, in a sentence. */
export function memoryInWords({ maxExchanges, maxTokens }: Limits): string {
  const room = maxTokens === null ? 'the model’s window' : `${maxTokens.toLocaleString('en')} tokens`
  if (maxExchanges === 0) return 'The model is sent your new message alone, and nothing before it.'
  if (maxExchanges === 1)
    return `The model is sent the newest exchange, if it fits in ${room}, and your new message.`
  if (maxExchanges === null)
    return `The model is sent the newest part of the conversation that fits in ${room}, and your new message.`
  const count = maxExchanges.toLocaleString('en')
  return `The model is sent up to ${count} of the newest exchanges, as far as they fit in ${room}, and your new message.`
}
