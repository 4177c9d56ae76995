import { BaseError } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  WalletCannotSignError,
} from '../../errors.ts'
import { readField, readList } from '../../platform/readField.ts'
import type { BitcoinWallet } from '../../wallets/discovery/bitcoinWallet.ts'
import { createSigning } from '../bitcoinSigning.ts'
import { askExtension } from '../foreign/askExtension.ts'
import type { Refusal } from '../foreign/refusal.ts'
import { type AskInTime, accountsOn, createPageConnector, type PageConnectorOptions } from './createPageConnector.ts'
import type { PageConnector } from './pageConnector.ts'

type FindsBitcoin = { bitcoinOf(rdns: string): BitcoinWallet | undefined }
type RequestWallet = Extract<BitcoinWallet, { kind: 'request' }>
type UnisatWallet = Extract<BitcoinWallet, { kind: 'unisat' }>

const unknownMethod = -32_601
// No person has to decide about addresses that were shared before.
const machineMs = 3_000
// How to ask wallets for addresses: Xverse with the first two, Leather with the third.
const addressMethods = ['wallet_connect', 'getAccounts', 'getAddresses']
const purposes = ['payment', 'ordinals']
// P2WPKH and P2TR (BIP-173, BIP-350). The link API verifies the checksum.
const keyPattern = /^bc1(?:q[02-9ac-hj-np-z]{38}|p[02-9ac-hj-np-z]{58})$/

/**
 * Creates the connector to wallets of this page that sign for Bitcoin accounts by BIP-322. It asks nothing before
 * `connect`.
 */
export function createBitcoinConnector(options: PageConnectorOptions<FindsBitcoin>): PageConnector {
  const bitcoinChains = options.chains.filter((chain) => chain.startsWith('bip122:'))
  return createPageConnector<FindsBitcoin, BitcoinWallet>(options, {
    find: (discovery, rdns) => discovery.bitcoinOf(rdns),
    emitterOf: ({ emitter }) => emitter,
    async connect(wallet, { ask }) {
      const answer = await ask('requestAccounts', () =>
        wallet.kind === 'unisat' ? answerOf(wallet.requestAccounts) : askForAddresses(wallet),
      )
      const accounts = accountsOn(bitcoinChains, listIn(answer).flatMap(readAddress))
      if (accounts.length > 0) return { accounts }
      throw new AccountNotGrantedError(
        'The wallet shared no address of Bitcoin that begins with bc1. Switch its address type to Native SegWit or Taproot.',
      )
    },
    async sign(wallet, { message, address }, ask) {
      if (wallet.kind === 'request')
        return ask('signMessage', () => askWith(wallet, 'signMessage', signParams(message, address)))
      await checkAccount(wallet, address, ask)
      return ask('signMessage', () => answerOf(() => wallet.signMessage(message, 'bip322-simple')))
    },
    readSignature: (answer, { message, address }) => createSigning(message, address).readSignature(answer),
  })
}

/**
 * Such a wallet signs with its current account, and cannot be given another one. A wallet that does not report its
 * account is asked anyway: the link API detects a wrong one.
 */
async function checkAccount({ getAccounts }: UnisatWallet, address: string, ask: AskInTime): Promise<void> {
  if (getAccounts === undefined) return
  const answer = await ask('getAccounts', () => answerOf(getAccounts), machineMs).catch((error: unknown) => {
    if (error instanceof BaseError) return undefined
    throw error
  })
  const accounts = listIn(answer).flatMap(readAddress)
  if (accounts.length > 0 && !accounts.includes(address))
    throw new AccountNotGrantedError('The wallet is on another account by now. Switch it back, then try again.')
}

/** Xverse uses address and protocol, Leather the kind of payment; each ignores the other's. */
function signParams(message: string, address: string): object {
  return { address, message, protocol: 'BIP322', paymentType: address.startsWith('bc1p') ? 'p2tr' : 'p2wpkh' }
}

/** By the methods it lists. A wallet that lists none is tried with each, until one works. */
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

/** The `result` of its answer, which is a JSON-RPC answer in most wallets. */
async function askWith(wallet: RequestWallet, method: string, params?: object): Promise<unknown> {
  const answer = await answerOf(() => (params === undefined ? wallet.request(method) : wallet.request(method, params)))
  return readField(answer, 'result') ?? answer
}

function answerOf(request: () => unknown): Promise<unknown> {
  return askExtension({ request }, undefined, describeRefusal)
}

/**
 * -32000 is a refusal in WBIP-004 wallets, -32001 an unknown method. The words are dropped: they may contain anything.
 */
function describeRefusal({ code }: Refusal): Error {
  if (code === 4001 || code === -32_000) return new ExtensionDeclinedError('The request was declined in the wallet.')
  if (code === 4200 || code === unknownMethod || code === -32_001)
    return new WalletCannotSignError('The wallet cannot sign a message with this account.')
  return new ExtensionFailedError('The wallet failed. Unlock it or reload the page, then try again.')
}

/** The accounts of an answer: a list, or one under `addresses` or `accounts`. */
function listIn(answer: unknown): readonly unknown[] {
  const lists = [answer, readField(answer, 'addresses'), readField(answer, 'accounts')]
  return readList(lists.find(Array.isArray))
}

/**
 * An address that one key controls and that signs by BIP-322. Legacy, nested and other networks' addresses are left
 * out.
 */
function readAddress(account: unknown): readonly string[] {
  const text = typeof account === 'string' ? account : readField(account, 'address')
  const address = typeof text === 'string' ? text.toLowerCase() : ''
  return keyPattern.test(address) ? [address] : []
}
