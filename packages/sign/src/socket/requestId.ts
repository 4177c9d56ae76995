/**
 * The digits of a request's id, in any form of an answer: some relays read a text as a number, and answer without its
 * quotes and leading zeros. Never converted to a number, which holds 16 digits of 19.
 */
export function digitsOf(idToken: string): string {
  return idToken.replace(/^"?0*([1-9]\d*|0)"?$/, '$1')
}

/**
 * Whether an answer has no id: to a request whose id the relay could not read (JSON-RPC 2.0 §5), or to no request at
 * all.
 */
export function isNobodysId(idToken: string): boolean {
  return ['0', 'null'].includes(digitsOf(idToken))
}
