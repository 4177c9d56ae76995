/** The registry's logger, in the shape of pino's. It never receives addresses, query strings or headers. */
export type RegistryLogger = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export const silentLogger: RegistryLogger = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Reduces an error to a form that may be logged: its code or name, and its own text, which never repeats a client's
 * input.
 */
export function loggable(error: unknown): { readonly code: string; readonly text: string } {
  if (!(error instanceof Error)) return { code: typeof error, text: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { code, text: error.message.split('\n', 1)[0] ?? '' }
}
