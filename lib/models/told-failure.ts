/**
 * What a server tells of its failure in JSON: its sentence, empty where it has none, and a status where it names one.
 */
export type ToldFailure = { sentence: string; status: number | null }

/**
 * Reads `{"error": {"message", "code"}}`, `{"error": "text"}` and `{"detail": "text"}` or `{"message": "text"}` alone;
 * null where a value tells of no failure.
 */
export function toldFailure(value: unknown): ToldFailure | null {
  if (!isRecord(value)) return null
  const { error } = value
  if (typeof error === 'string' && error !== '') return { sentence: error, status: statusIn(value) }
  if (isRecord(error)) return { sentence: sentenceIn(error) ?? '', status: statusIn(error) }
  const sentence = 'choices' in value || 'output' in value ? null : sentenceIn(value)
  return sentence === null ? null : { sentence, status: statusIn(value) }
}

/** The same for a text that may be JSON. */
export const toldFailureIn = (text: string): ToldFailure | null => toldFailure(jsonIn(text))

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const sentenceIn = ({ message, detail }: Record<string, unknown>): string | null =>
  [message, detail].find((each) => typeof each === 'string') ?? null

/** Servers write a status as a number or in quotes, and words such as "rate_limit" where others have it. */
function statusIn(fields: Record<string, unknown>): number | null {
  const found = [fields.status, fields.statusCode, fields.code].map(Number)
  return found.find((each) => Number.isInteger(each) && each >= 400 && each <= 599) ?? null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
