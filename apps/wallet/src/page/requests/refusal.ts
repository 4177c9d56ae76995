import type { Reason } from '@hawser/wire'

/** JSON-RPC 2.0: this wallet cannot read the params. */
export function invalidParams(message: string): Reason {
  return { code: -32602, message }
}

/** EIP-1193: "The requested method and/or account has not been authorized by the user." */
export function unauthorized(message: string): Reason {
  return { code: 4100, message }
}
