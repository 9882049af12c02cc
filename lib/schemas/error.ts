import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../errors.ts'

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

export const errorCode = z.enum(codes)

export const errorBody = z.object({
  code: errorCode,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** Every failed response, whatever the route. */
export const errorResponse = z.object({ error: errorBody })
