/** The error of a request to a provider (EIP-1193). `cause` is Hawser's coded error, if any. */
export class ProviderRpcError extends Error {
  readonly code: number
  /** Further data from the RPC node or the wallet, for example about a revert. */
  readonly data: unknown

  constructor(code: number, message: string, more: { readonly data?: unknown; readonly cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.data = more.data
  }

  override get name(): string {
    return 'ProviderRpcError'
  }
}

/** The error numbers of EIP-1193, EIP-3326 (4902) and EIP-1474 that the provider uses. */
export const rpcCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unrecognizedChain: 4902,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  unavailable: -32002,
} as const
