/**
 * Prints an error to stderr: names, codes, messages and stacks, with all causes. It omits other properties that drivers add:
 * PostgreSQL's `detail` repeats the row, and a log may contain an address only as a keyed hash.
 * @example
 * const link = createLink({ …, onFailure: (error) => { printFailure(error); alerts.send('The link API failed.') } })
 */
export function printFailure(error: unknown): void {
  console.error(formatFailure(error, 0))
}

function formatFailure(error: unknown, depth: number): string {
  const pad = '  '.repeat(depth)
  if (!(error instanceof Error)) return `${pad}${typeof error === 'string' ? error : `thrown: ${typeof error}`}`
  const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
  const text = `${error.stack ?? `${error.name}: ${error.message}`}${code}`.replaceAll('\n', `\n${pad}`)
  const causes = [
    ...(error.cause === undefined ? [] : [error.cause]),
    ...(error instanceof AggregateError ? error.errors : []),
  ]
  // Stops here, because errors can name each other as their causes.
  if (depth === 4 || causes.length === 0) return pad + text
  return [pad + text, ...causes.map((cause) => `${pad}caused by:\n${formatFailure(cause, depth + 1)}`)].join('\n')
}
