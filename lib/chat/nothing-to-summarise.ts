import { AppError } from '../errors.ts'

/** The refusal where a summary is asked for and no message could be told. */
export const nothingToSummarise = () =>
  new AppError(
    'nothing_to_summarise',
    'There is nothing to summarise but the newest exchange, which is always sent as it is.',
  )
