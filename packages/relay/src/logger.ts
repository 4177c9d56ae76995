/**
 * The relay's logger, shaped like pino's. It never receives tokens, URLs, topics, client ids or envelopes. Of a refused page it
 * receives only the origin.
 */
export type RelayLogger = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export const silentLogger: RelayLogger = { info: () => {}, warn: () => {}, error: () => {} }

/** An error in a loggable form: its code or name, its own text and the code of its cause, never a client's input. */
type LoggedError = { readonly code: string; readonly text: string; readonly cause?: string }

export function loggable(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { code: 'unknown', text: '' }
  const logged = { code: codeOf(error), text: error.message }
  return error.cause instanceof Error ? { ...logged, cause: codeOf(error.cause) } : logged
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
