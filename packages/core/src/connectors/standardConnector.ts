import { type AccountId, type ChainId, isAccountId } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  WalletCannotSignError,
} from '../errors.ts'
import type { AnnouncedWallet } from '../wallets/discovery/announcement.ts'
import type { StandardWallet } from '../wallets/discovery/standardWallet.ts'
import { answerInTime, signatureMs } from './answerInTime.ts'
import type { PageConnector } from './pageConnector.ts'
import { readSolanaSignature } from './solanaSigning.ts'

export type StandardConnectorOptions = {
  /** The wallets of this page, once there are any. */
  readonly discovery: () =>
    | {
        standardOf(rdns: string): StandardWallet | undefined
        wallets(): readonly AnnouncedWallet[]
      }
    | undefined
  readonly chains: readonly ChainId[]
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly now?: () => number
}

// A person reads and decides; afterwards a challenge is not valid either.
const personMs = 300_000
// More than anybody grants one page.
const maxAccounts = 100
const declined = /reject|declin|denied|cancel/i
const unsupported = /not (?:supported|implemented)|unsupported|method not/i

/** Creates the connector to wallets of the Wallet Standard, for accounts of Solana. Nothing is asked before `connect`. */
export function createStandardConnector(options: StandardConnectorOptions): PageConnector {
  const { discovery, chains, setTimer, now = Date.now } = options
  const solanaChains = chains.filter((chain) => chain.startsWith('solana:'))

  function find(rdns: string): StandardWallet {
    const wallet = discovery()?.standardOf(rdns)
    if (wallet !== undefined) return wallet
    throw new ExtensionMissingError('The wallet is not in this page any more. Reload the page.')
  }

  return {
    async connect({ rdns, signal }) {
      const wallet = find(rdns)
      const answer = await answerInTime({ signal, setTimer }, 'standard:connect', personMs, () => ask(wallet.connect))
      // What it shares may be said by the answer, or by the wallet only.
      const given = [...attemptList(() => readField(answer, 'accounts')), ...attemptList(wallet.accounts)]
      const addresses = [...new Set(given.flatMap(readAddress))]
      const accounts = solanaChains
        .flatMap((chain) => addresses.map((address) => `${chain}:${address}`))
        .filter(isAccountId)
      const [accountId] = accounts
      if (accountId === undefined) throw new AccountNotGrantedError('The wallet shared no account of Solana.')
      const walletName =
        discovery()
          ?.wallets()
          .find((each) => each.rdns === rdns)?.name ?? rdns
      return { walletName, accountId, accounts }
    },
    async signMessage({ rdns, accountId, message, expiresAt, signal }) {
      const wallet = find(rdns)
      const account = attemptList(wallet.accounts).find((each) => readAddress(each)[0] === addressOf(accountId))
      if (account === undefined)
        throw new AccountNotGrantedError('The wallet does not share this account with the page any more.')
      const bytes = new TextEncoder().encode(message)
      const patienceMs = signatureMs(expiresAt, now())
      const answer = await answerInTime({ signal, setTimer }, 'solana:signMessage', patienceMs, () =>
        ask(() => wallet.signMessage({ account, message: bytes })),
      )
      try {
        return readSolanaSignature(answer)
      } catch {
        throw new ExtensionFailedError('The wallet answered without a signature.')
      }
    },
  }
}

/** A wallet may throw, answer without a promise, or with one whose `then` throws: here it is always a rejection. */
async function ask(request: () => unknown): Promise<unknown> {
  try {
    return await request()
  } catch (cause) {
    throw describeRefusal(cause)
  }
}

/** The standard has no codes: wallets throw EIP-1193's, or words. The cause is not kept: what it says may hold anything. */
function describeRefusal(cause: unknown): Error {
  const said = attempt(() => `${readField(cause, 'name')} ${readField(cause, 'message') ?? cause}`) ?? ''
  const code = Number(attempt(() => readField(cause, 'code')))
  if (code === 4001 || declined.test(said)) return new ExtensionDeclinedError('The request was declined in the wallet.')
  if ([4200, -32_601, -32_004].includes(code) || unsupported.test(said))
    return new WalletCannotSignError('The wallet cannot sign a message with this account.')
  return new ExtensionFailedError('The wallet failed. Unlock it or reload the page, then try again.')
}

function addressOf(accountId: AccountId): string {
  return accountId.slice(accountId.lastIndexOf(':') + 1)
}

/** The address of an account that is of Solana, as far as it says. A getter in it may throw. */
function readAddress(account: unknown): readonly string[] {
  const address = attempt(() => readField(account, 'address'))
  if (typeof address !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return []
  const chains = attemptList(() => readField(account, 'chains'))
  const isSolana =
    chains.length === 0 || chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
  return isSolana ? [address] : []
}

function attemptList(read: () => unknown): readonly unknown[] {
  return attempt(() => Array.from(read() as ArrayLike<unknown>).slice(0, maxAccounts)) ?? []
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
