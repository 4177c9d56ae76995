import { ExtensionSilentError, SignatureMalformedError } from '../../errors.ts'
import { ProviderRpcError, rpcCodes } from '../../platform/providerRpcError.ts'
import { readField } from '../../platform/readField.ts'
import type { Provider } from '../discovery/announcement.ts'
import type { SafeParent, SafeParentOptions } from './safeParent.ts'

/** The account of the Safe that this page is shown in. */
export type Safe = { readonly address: string; readonly chainId: number }

// These requests need no decision by a person.
const machineMs = 10_000
// The longest lifetime that the link API allows for a text. Other owners can sign until then.
const ownersMs = 86_400_000
// Owners sign within seconds, or when they have read their mail.
const firstPollMs = 3_000
const lastPollMs = 60_000

/** The methods that a Safe passes on to its node, under the SDK's names (eth/constants.ts). */
const reads: readonly string[] = [
  'eth_call',
  'eth_gasPrice',
  'eth_getLogs',
  'eth_getBalance',
  'eth_getCode',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getTransactionCount',
  'eth_estimateGas',
]

/**
 * Creates the provider (EIP-1193) of a Safe. It signs texts but sends no transactions, because these have no hash until
 * the owners have agreed.
 */
export function createSafeProvider(safe: Safe, parent: SafeParent, setTimer: SafeParentOptions['setTimer']): Provider {
  let lastAsked = 0

  /** Resolves to the signature of the required owners, in the form that the Safe's contract expects (ERC-1271). */
  async function sign(message: unknown): Promise<string> {
    lastAsked += 1
    const own = lastAsked
    const answer = await parent.ask('signMessage', { message: readText(message) }, ownersMs)
    const signature = readSignature(readField(answer, 'signature'))
    if (signature !== undefined) return signature
    const messageHash = readField(answer, 'messageHash')
    if (typeof messageHash === 'string') return signatureOf(messageHash, () => own === lastAsked)
    // The Safe signs by a transaction: once the owners have made it, the contract accepts the text without a signature.
    if (typeof readField(answer, 'safeTxHash') === 'string') return '0x'
    throw new SignatureMalformedError('The Safe answered without a valid signature.')
  }

  /** Asks again until enough owners have signed. */
  async function signatureOf(messageHash: string, isWanted: () => boolean): Promise<string> {
    let isOver = false
    let pollMs = firstPollMs
    const cancelTimer = setTimer(() => {
      isOver = true
    }, ownersMs)
    try {
      while (isWanted() && !isOver) {
        const signature = readSignature(await parent.ask('getOffChainSignature', messageHash, machineMs))
        if (signature !== undefined) return signature
        const delayMs = pollMs
        await new Promise<void>((resolve) => setTimer(resolve, delayMs))
        pollMs = Math.min(pollMs * 1.5, lastPollMs)
      }
    } finally {
      cancelTimer()
    }
    throw new ExtensionSilentError('The owners of the Safe did not sign in time.')
  }

  return {
    async request({ method, params = [] }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [safe.address]
      if (method === 'eth_chainId') return `0x${safe.chainId.toString(16)}`
      if (method === 'personal_sign') return sign(params[0])
      if (reads.includes(method)) return parent.ask('rpcCall', { call: method, params }, machineMs)
      throw new ProviderRpcError(rpcCodes.unsupportedMethod, 'The Safe is not asked this.')
    },
  }
}

/** Decodes the text to sign, which `personal_sign` has in hex. */
function readText(message: unknown): string {
  const digits = /^0x((?:[\da-f]{2})*)$/i.exec(String(message))?.[1]
  if (digits === undefined) return String(message)
  return new TextDecoder().decode(Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
}

/** Reads a signature. Undefined while it is missing, which a Safe reports with an empty text, `0x` or nothing. */
function readSignature(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[\da-f]{2,}$/i.test(value) ? value : undefined
}
