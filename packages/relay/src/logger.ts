/**
 * Where the relay says what happens, in the shape of pino's. It is never given tokens, URLs, topics, client ids or envelopes; of a page it
 * refuses, the origin alone.
 */
export type RelayLogger = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export const silentLogger: RelayLogger = { info: () => {}, warn: () => {}, error: () => {} }

/** An error as it may be logged: its code or name, its own words and the code of its cause, never what the client sent. */
type LoggedError = { readonly code: string; readonly text: string; readonly cause?: string }

export function loggable(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { code: 'unknown', text: '' }
  const logged = { code: codeOf(error), text: error.message }
  return error.cause instanceof Error ? { ...logged, cause: codeOf(error.cause) } : logged
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
