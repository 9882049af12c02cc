import { AppError } from '../errors.ts'

export const nothingToSummarise = () =>
  new AppError(
    'nothing_to_summarise',
    'There is nothing to summarise but the newest exchange, which is always sent as it is.',
  )
