/** For whoever runs the server. Details hold no text of messages and no secrets. */
export type Logger = {
  info(message: string, details?: Record<string, unknown>): void
  warn(message: string, details?: Record<string, unknown>): void
  error(message: string, details?: Record<string, unknown>): void
}
