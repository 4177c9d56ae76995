import { BaseError, type ChainId } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  WalletCannotSignError,
} from '../../errors.ts'
import { readField } from '../../platform/readField.ts'
import type { Provider } from '../../wallets/discovery/announcement.ts'
import type { Discovery } from '../../wallets/discovery/discovery.ts'
import { normalizeRdns } from '../../wallets/discovery/rdns.ts'
import type { Refusal } from '../foreign/refusal.ts'
import { requestFromExtension } from '../foreign/requestFromExtension.ts'
import { readAddresses, readChain } from '../foreign/spelling.ts'
import { createPersonalSigning } from '../personalSign.ts'
import {
  accountsOn,
  createPageConnector,
  type PageConnectorOptions,
  type SharedAccounts,
  type WalletRequestContext,
} from './createPageConnector.ts'
import type { PageConnector } from './pageConnector.ts'

export type InjectedOptions = PageConnectorOptions<Pick<Discovery, 'providerOf'>>

// A request for the chain needs no decision by a person.
const machineMs = 10_000
const signMethod = 'personal_sign'
const accountsRequest = { method: 'eth_requestAccounts' }
const chainRequest = { method: 'eth_chainId' }

/** Creates the connector to the extensions of this browser (EIP-1193). It sends no request before `connect`. */
export function createInjectedConnector(options: InjectedOptions): PageConnector {
  const { chains } = options

  /**
   * Returns the wallet's chain if the page requests it, otherwise the page's first: the account is the same on both.
   * Some wallets do not know `eth_chainId`.
   */
  function chainOf(current: ChainId | undefined): ChainId {
    const chain = chains.find((wanted) => wanted === current) ?? chains.find((wanted) => wanted.startsWith('eip155:'))
    if (chain !== undefined) return chain
    throw new AccountNotGrantedError('The extension has no account on a network this page can use.')
  }

  /**
   * Connects and signs in with one prompt. Few wallets can, so the code is fetched only for these. If the fetch fails,
   * the wallet is asked like any other.
   */
  async function signIn(provider: Provider, asking: WalletRequestContext): Promise<SharedAccounts | undefined> {
    const own = chains.filter((chain) => chain.startsWith('eip155:'))
    if (asking.requestApproval === undefined || !knowsWalletConnect(asking.rdns) || own.length === 0) return undefined
    const code = await import('./ethereumSignIn.ts').catch(() => undefined)
    return code?.signInWithEthereum(asking, own, (request) => answerOf(provider, request))
  }

  return createPageConnector<Pick<Discovery, 'providerOf'>, Provider>(options, {
    find: (discovery, rdns) => discovery.providerOf(rdns),
    emitterOf: (provider) => provider,
    async connect(provider, asking) {
      const { ask } = asking
      const signedIn = await signIn(provider, asking)
      if (signedIn !== undefined) return signedIn
      const addresses = addressesOf(await ask(accountsRequest.method, () => accountsOf(provider)))
      const current = await ask(chainRequest.method, () => answerOf(provider, chainRequest), machineMs)
        .then(readChain)
        .catch(orUndefined)
      const chain = chainOf(current)
      // The wallet has an address on every chain; a smart account's contract may be on only one of them.
      const others = chains.filter((other) => other !== chain && other.startsWith('eip155:'))
      return { accounts: accountsOn([chain, ...others], addresses) }
    },
    sign(provider, { message, address }, ask) {
      const { request } = createPersonalSigning(message, address)
      return ask(request.method, () => answerOf(provider, request))
    },
    readSignature: (answer, { message, address }) => createPersonalSigning(message, address).readSignature(answer),
  })
}

/**
 * Wallets whose makers document ERC-7846. Other wallets are not asked: no request detects support without the risk of a
 * prompt, and a wallet can leave an unknown method unanswered (docs/decisions/0050).
 */
const walletConnectRdns = ['app.base.account', 'xyz.ithaca.porto']

function knowsWalletConnect(rdns: string): boolean {
  return walletConnectRdns.includes(normalizeRdns(rdns))
}

/** Ignores a wallet's failure. Throws if the visitor has declined, and for the reason of an abort. */
function orUndefined(error: unknown): undefined {
  if (!(error instanceof BaseError) || error instanceof ExtensionDeclinedError) throw error
}

/** Pending account requests by extension. A visitor who goes back leaves a request pending. */
const unanswered = new WeakMap<Provider, Promise<unknown>>()

/** A waiting extension refuses a second request for accounts, so its answer to the first request serves both. */
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
  const isSigning = request.method === signMethod
  // A new object: some wallets write an id of their own into it.
  return requestFromExtension(provider, { ...request }, (refusal) => describeRefusal(refusal, isSigning), isSigning)
}

function describeRefusal({ code }: Refusal, isSigning: boolean): Error {
  // The message is dropped, because it can contain anything.
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
      if (isSigning) return new WalletCannotSignError('The extension cannot sign a message with this account.')
  }
  return new ExtensionFailedError('The extension failed. Unlock it or reload the page, then try again.')
}

/** Returns the addresses in an answer, in the answer's order. Invalid addresses are omitted. */
function addressesOf(answer: unknown): readonly string[] {
  const addresses = readAddresses(answer)
  if (addresses?.length) return addresses
  if (addresses !== undefined && readField(answer, 'length') === 0)
    throw new AccountNotGrantedError('The extension shared no account.')
  throw new ExtensionFailedError('The extension answered without a valid account.')
}
