/**
 * The log record of a crash: its kind and where it happened. Leaves out the error's text, which can contain a client's input.
 */
export type CrashFields = { readonly code: string; readonly at: readonly string[] }

/** @returns the first frames of the stack, without the message above them */
export function describeCrash(error: unknown): CrashFields {
  if (!(error instanceof Error)) return { code: typeof error, at: [] }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at .*(:\d+:\d+\)?|\(<anonymous>\))$/.test(line))
  return { code, at: frames.slice(0, 8).map((line) => line.trim()) }
}
