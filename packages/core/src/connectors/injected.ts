import { type ChainId, isAccountId } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  WalletCannotSignError,
} from '../errors.ts'
import type { Provider } from '../wallets/discovery/announcement.ts'
import type { Discovery } from '../wallets/discovery/discovery.ts'
import { normalizeRdns } from '../wallets/discovery/rdns.ts'
import { answerInTime, signatureMs } from './answerInTime.ts'
import { askExtension } from './foreign/askExtension.ts'
import { readField } from './foreign/readField.ts'
import type { Refusal } from './foreign/refusal.ts'
import { readAddresses, readChain } from './foreign/spelling.ts'
import type { PageConnector } from './pageConnector.ts'
import { createPersonalSigning } from './personalSign.ts'

export type InjectedOptions = {
  /** The wallets of this browser, once there are any. */
  readonly discovery: () => Pick<Discovery, 'providerOf' | 'wallets'> | undefined
  readonly chains: readonly ChainId[]
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly now?: () => number
}

// A person reads and decides; afterwards a challenge is not valid either.
const personMs = 300_000
// Nobody has to decide about a chain.
const machineMs = 10_000
// More than anybody grants one page.
const maxAddresses = 100
const signMethod = 'personal_sign'
const accountsRequest = { method: 'eth_requestAccounts' }
const chainRequest = { method: 'eth_chainId' }

/** Creates the connector to the extensions of this browser (EIP-1193). Nothing is asked before `connect`. */
export function createInjectedConnector(options: InjectedOptions): PageConnector {
  const { discovery, chains, setTimer, now = Date.now } = options

  function find(rdns: string): Provider {
    const provider = discovery()?.providerOf(rdns)
    if (provider !== undefined) return provider
    throw new ExtensionMissingError('The extension is not in this page any more. Reload the page.')
  }

  /** The chain the wallet is on where the page asked for it, else the page's first: the account is the same on both. */
  function chainOf(answer: unknown): ChainId {
    const current = readChain(answer)
    if (current === undefined) {
      throw new ExtensionFailedError('The extension answered with something that is no chain id.')
    }
    const chain = chains.find((wanted) => wanted === current) ?? chains.find((wanted) => wanted.startsWith('eip155:'))
    if (chain !== undefined) return chain
    throw new AccountNotGrantedError('The extension has no account on a network this page can use.')
  }

  return {
    async connect({ rdns, signal }) {
      const provider = find(rdns)
      const world = { signal, setTimer }
      const answer = await answerInTime(world, accountsRequest.method, personMs, () => accountsOf(provider))
      const addresses = addressesOf(answer)
      const chainId = await answerInTime(world, chainRequest.method, machineMs, () => answerOf(provider, chainRequest))
      const chain = chainOf(chainId)
      // An address is the wallet's on every chain; a smart account's contract may be on one of them only.
      const others = chains.filter((other) => other !== chain && other.startsWith('eip155:'))
      const accounts = [chain, ...others]
        .flatMap((on) => addresses.map((address) => `${on}:${address}`))
        .filter(isAccountId)
      const [accountId] = accounts
      if (accountId === undefined)
        throw new ExtensionFailedError('The extension answered with something that is no account.')
      const walletName =
        discovery()
          ?.wallets()
          .find((wallet) => wallet.rdns === normalizeRdns(rdns))?.name ?? rdns
      return { walletName, accountId, accounts }
    },
    async signMessage({ rdns, accountId, message, expiresAt, signal }) {
      const address = accountId.slice(accountId.lastIndexOf(':') + 1)
      const { request, readSignature } = createPersonalSigning(message, address)
      const provider = find(rdns)
      const answer = () => answerOf(provider, request)
      const patienceMs = signatureMs(expiresAt, now())
      const given = await answerInTime({ signal, setTimer }, request.method, patienceMs, answer)
      try {
        return await readSignature(given)
      } catch {
        throw new ExtensionFailedError('The extension answered without a signature.')
      }
    },
  }
}

/** What extensions were asked for accounts and have not answered yet. The visitor may have gone back meanwhile. */
const unanswered = new WeakMap<Provider, Promise<unknown>>()

/** An extension that still waits for the visitor refuses a second request: its answer to the first one is as good. */
async function accountsOf(provider: Provider): Promise<unknown> {
  const first = unanswered.get(provider)
  const answer = answerOf(provider, accountsRequest)
  if (first === undefined) {
    unanswered.set(provider, answer)
    const forget = () => unanswered.delete(provider)
    answer.then(forget, forget)
    return answer
  }
  return answer.catch((error) => {
    if (error instanceof ExtensionBusyError) return first
    throw error
  })
}

function answerOf(provider: Provider, request: Parameters<Provider['request']>[0]): Promise<unknown> {
  return askExtension(provider, request, (refusal) => describeRefusal(refusal, request.method))
}

function describeRefusal({ code }: Refusal, method: string): Error {
  // What it says is not kept: it may hold anything.
  switch (code) {
    case 4001:
      return new ExtensionDeclinedError('The request was declined in the extension.')
    case -32002:
      return new ExtensionBusyError('A request is already waiting in the extension. Open it there.')
    case 4100:
      return new AccountNotGrantedError('The extension does not share this account with the page any more.')
    case 4200:
    case -32601:
    case -32004:
      if (method === signMethod)
        return new WalletCannotSignError('The extension cannot sign a message with this account.')
  }
  return new ExtensionFailedError('The extension failed. Unlock it or reload the page, then try again.')
}

/** The addresses in an answer, in its order. What follows the first and is none is left out. */
function addressesOf(answer: unknown): readonly string[] {
  const addresses = readAddresses(answer)
  if (addresses?.length) return addresses.slice(0, maxAddresses)
  if (addresses !== undefined && readField(answer, 'length') === 0)
    throw new AccountNotGrantedError('The extension shared no account.')
  throw new ExtensionFailedError('The extension answered with something that is no account.')
}
