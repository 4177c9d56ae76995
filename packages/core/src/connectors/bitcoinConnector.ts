import { type AccountId, type ChainId, isAccountId } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  WalletCannotSignError,
} from '../errors.ts'
import type { AnnouncedWallet } from '../wallets/discovery/announcement.ts'
import type { BitcoinWallet } from '../wallets/discovery/bitcoinWallet.ts'
import { answerInTime, signatureMs } from './answerInTime.ts'
import { createSigning } from './bitcoinSigning.ts'
import { askExtension } from './foreign/askExtension.ts'
import { readField } from './foreign/readField.ts'
import type { Refusal } from './foreign/refusal.ts'
import type { PageConnector } from './pageConnector.ts'

export type BitcoinConnectorOptions = {
  /** The wallets of this page, once there are any. */
  readonly discovery: () =>
    | {
        bitcoinOf(rdns: string): BitcoinWallet | undefined
        wallets(): readonly AnnouncedWallet[]
      }
    | undefined
  readonly chains: readonly ChainId[]
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly now?: () => number
}

type RequestWallet = Extract<BitcoinWallet, { kind: 'request' }>

// A person reads and decides; afterwards a challenge is not valid either.
const personMs = 300_000
// More than anybody grants one page.
const maxAccounts = 100
const unknownMethod = -32_601
// How wallets are asked for addresses: Xverse by the first two, Leather by the third.
const addressMethods = ['wallet_connect', 'getAccounts', 'getAddresses']
const purposes = ['payment', 'ordinals']
// P2WPKH and P2TR (BIP-173, BIP-350). The link API reckons the checksum.
const keyPattern = /^bc1(?:q[02-9ac-hj-np-z]{38}|p[02-9ac-hj-np-z]{58})$/

/** Creates the connector to wallets of this page that sign for accounts of Bitcoin, by BIP-322. Nothing is asked before `connect`. */
export function createBitcoinConnector(options: BitcoinConnectorOptions): PageConnector {
  const { discovery, chains, setTimer, now = Date.now } = options
  const bitcoinChains = chains.filter((chain) => chain.startsWith('bip122:'))

  function find(rdns: string): BitcoinWallet {
    const wallet = discovery()?.bitcoinOf(rdns)
    if (wallet !== undefined) return wallet
    throw new ExtensionMissingError('The wallet is not in this page any more. Reload the page.')
  }

  return {
    async connect({ rdns, signal }) {
      const wallet = find(rdns)
      const answer = await answerInTime({ signal, setTimer }, 'requestAccounts', personMs, () =>
        wallet.kind === 'unisat' ? ask(wallet.requestAccounts) : askForAddresses(wallet),
      )
      const addresses = [...new Set(listIn(answer).flatMap(readAddress))]
      const accounts = bitcoinChains
        .flatMap((chain) => addresses.map((address) => `${chain}:${address}`))
        .filter(isAccountId)
      const [accountId] = accounts
      if (accountId === undefined)
        throw new AccountNotGrantedError(
          'The wallet shared no address of Bitcoin that begins with bc1. Switch its address type to Native SegWit or Taproot.',
        )
      const walletName =
        discovery()
          ?.wallets()
          .find((each) => each.rdns === rdns)?.name ?? rdns
      return { walletName, accountId, accounts }
    },
    async signMessage({ rdns, accountId, message, expiresAt, signal }) {
      const wallet = find(rdns)
      const address = addressOf(accountId)
      const patienceMs = signatureMs(expiresAt, now())
      const answer = await answerInTime({ signal, setTimer }, 'signMessage', patienceMs, () =>
        wallet.kind === 'unisat'
          ? ask(() => wallet.signMessage(message, 'bip322-simple'))
          : askWith(wallet, 'signMessage', signParams(message, address)),
      )
      try {
        return await createSigning(message, address).readSignature(answer)
      } catch {
        throw new ExtensionFailedError('The wallet answered with something that is no signature of this address.')
      }
    },
  }
}

/** Xverse goes by address and protocol, Leather by the kind of payment; each leaves the other's alone. */
function signParams(message: string, address: string): object {
  return { address, message, protocol: 'BIP322', paymentType: address.startsWith('bc1p') ? 'p2tr' : 'p2wpkh' }
}

/** By the methods it lists. One that lists none is asked by each, until it knows one. */
async function askForAddresses(wallet: RequestWallet): Promise<unknown> {
  const listed = addressMethods.filter((each) => wallet.methods.includes(each))
  const [first, ...others] = listed.length > 0 ? listed : addressMethods
  let answer = attemptMethod(wallet, `${first}`)
  for (const next of others) {
    answer = answer.catch((error: unknown) => {
      if (error instanceof WalletCannotSignError) return attemptMethod(wallet, next)
      throw error
    })
  }
  return answer
}

function attemptMethod(wallet: RequestWallet, name: string): Promise<unknown> {
  if (name === 'getAddresses') return askWith(wallet, name)
  return askWith(wallet, name, name === 'wallet_connect' ? { addresses: purposes } : { purposes })
}

/** The `result` of its answer, which is one of JSON-RPC in most wallets. */
async function askWith(wallet: RequestWallet, method: string, params?: object): Promise<unknown> {
  const answer = await ask(() => (params === undefined ? wallet.request(method) : wallet.request(method, params)))
  return readField(answer, 'result') ?? answer
}

function ask(request: () => unknown): Promise<unknown> {
  return askExtension({ request }, undefined, describeRefusal)
}

/** -32000 is the visitor's no in wallets of WBIP-004, -32001 a method they do not have. The words are not kept: they may hold anything. */
function describeRefusal({ code }: Refusal): Error {
  if (code === 4001 || code === -32_000) return new ExtensionDeclinedError('The request was declined in the wallet.')
  if (code === 4200 || code === unknownMethod || code === -32_001)
    return new WalletCannotSignError('The wallet cannot sign a message with this account.')
  return new ExtensionFailedError('The wallet failed. Unlock it or reload the page, then try again.')
}

function addressOf(accountId: AccountId): string {
  return accountId.slice(accountId.lastIndexOf(':') + 1)
}

/** The accounts of an answer: a list, or one under `addresses` or `accounts`. */
function listIn(answer: unknown): readonly unknown[] {
  const list = [answer, readField(answer, 'addresses'), readField(answer, 'accounts')].find(Array.isArray) ?? []
  return list.slice(0, maxAccounts)
}

/** An address that one key controls, and that signs by BIP-322. Legacy, nested and other networks' are left out. */
function readAddress(account: unknown): readonly string[] {
  const text = typeof account === 'string' ? account : readField(account, 'address')
  const address = typeof text === 'string' ? text.toLowerCase() : ''
  return keyPattern.test(address) ? [address] : []
}
