/**
 * Returns the digits of a request's id, in any form of an answer: some relays read a text as a number, and answer
 * without its quotes and leading zeros. Never converts the id to a number, which keeps 16 digits of 19.
 */
export function digitsOf(idToken: string): string {
  return idToken.replace(/^"?0*([1-9]\d*|0)"?$/, '$1')
}

/**
 * Whether an answer has no id, because the relay could not read the request's id (JSON-RPC 2.0 §5), or because it
 * answers no request at all.
 */
export function isNullRequestId(idToken: string): boolean {
  return ['0', 'null'].includes(digitsOf(idToken))
}
