/** The error of a request to a provider (EIP-1193). `cause` is our coded error, if there is one. */
export class ProviderRpcError extends Error {
  readonly code: number
  /** Further data of the RPC node or the wallet, for example of a revert. */
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

/** The numbers of EIP-1193, EIP-3326 (4902) and EIP-1474 that are sent. */
export const rpcCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unrecognizedChain: 4902,
  invalidParams: -32602,
  internal: -32603,
  unavailable: -32002,
} as const
