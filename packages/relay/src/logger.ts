/** Where the relay says what happens: pino's shape. It is never given tokens, URLs, topics, client ids or envelopes. */
export type RelayLogger = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export const silentLogger: RelayLogger = { info: () => {}, warn: () => {}, error: () => {} }

/** An error as it may be logged: its code or name and its own words, never what the client sent. */
export function loggable(error: unknown): { readonly code: string; readonly text: string } {
  if (!(error instanceof Error)) return { code: 'unknown', text: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { code, text: error.message }
}
