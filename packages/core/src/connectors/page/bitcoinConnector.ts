import { BaseError } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  WalletCannotSignError,
} from '../../errors.ts'
import { readField, readList } from '../../platform/readField.ts'
import type { BitcoinWallet } from '../../wallets/discovery/bitcoinWallet.ts'
import { createSigning } from '../bitcoinSigning.ts'
import type { Refusal } from '../foreign/refusal.ts'
import { requestFromExtension } from '../foreign/requestFromExtension.ts'
import {
  accountsOn,
  createPageConnector,
  type PageConnectorOptions,
  type RequestWithTimeout,
} from './createPageConnector.ts'
import type { PageConnector } from './pageConnector.ts'

type FindsBitcoin = { bitcoinOf(rdns: string): BitcoinWallet | undefined }
type RequestWallet = Extract<BitcoinWallet, { kind: 'request' }>
type UnisatWallet = Extract<BitcoinWallet, { kind: 'unisat' }>

const unknownMethod = -32_601
const unable: readonly unknown[] = [4200, unknownMethod, -32_001, -32_004]
const invalidParams = -32_602
const pending = -32_002
// Addresses that were already shared need no decision by a person.
const machineMs = 3_000
// The methods that request addresses: Xverse has the first two, Leather the third.
const addressMethods = ['wallet_connect', 'getAccounts', 'getAddresses']
const purposes = ['payment', 'ordinals']
// P2WPKH and P2TR (BIP-173, BIP-350). The link API verifies the checksum.
const keyPattern = /^bc1(?:q[02-9ac-hj-np-z]{38}|p[02-9ac-hj-np-z]{58})$/

/**
 * Creates the connector to wallets of this page that sign for Bitcoin accounts with BIP-322. It sends no request before
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
      return ask('signMessage', () =>
        answerOf(() => wallet.signMessage(message, 'bip322-simple'), describeRefusal, true),
      )
    },
    readSignature: (answer, { message, address }) => createSigning(message, address).readSignature(answer),
  })
}

/**
 * Checks that the wallet's current account has this address, because UniSat-style wallets cannot sign with another
 * account. A wallet that does not report its account is asked anyway: the link API detects a wrong account.
 */
async function checkAccount({ getAccounts }: UnisatWallet, address: string, ask: RequestWithTimeout): Promise<void> {
  if (getAccounts === undefined) return
  const answer = await ask('getAccounts', () => answerOf(getAccounts), machineMs).catch((error: unknown) => {
    if (error instanceof BaseError) return undefined
    throw error
  })
  const accounts = listIn(answer).flatMap(readAddress)
  if (accounts.length > 0 && !accounts.includes(address))
    throw new AccountNotGrantedError('The wallet is on another account by now. Switch it back, then try again.')
}

/** Xverse reads `address` and `protocol`, Leather reads `paymentType`; each ignores the other's fields. */
function signParams(message: string, address: string): object {
  return { address, message, protocol: 'BIP322', paymentType: address.startsWith('bc1p') ? 'p2tr' : 'p2wpkh' }
}

/** Requests addresses with the methods that the wallet lists, or with every known method, until one works. */
async function askForAddresses(wallet: RequestWallet): Promise<unknown> {
  const listed = addressMethods.filter((each) => wallet.methods.includes(each))
  const [first, ...others] = listed.length > 0 ? listed : addressMethods
  let answer = attemptMethod(wallet, `${first}`)
  for (const next of others) answer = answer.catch(orElse(() => attemptMethod(wallet, next)))
  // Leather's `getAddresses` takes no purposes, and that of others needs them.
  return [first, ...others].includes('getAddresses')
    ? answer.catch(orElse(() => askWith(wallet, 'getAddresses', { purposes })))
    : answer
}

/** Makes another request in place of one that the wallet lacks. */
function orElse(next: () => Promise<unknown>): (error: unknown) => Promise<unknown> {
  return async (error) => {
    if (error instanceof WalletCannotSignError) return next()
    throw error
  }
}

/** A method of this name can take other params in another wallet: there it counts as one that the wallet lacks. */
function attemptMethod(wallet: RequestWallet, name: string): Promise<unknown> {
  const describe = (refusal: Refusal) =>
    describeWbip004(refusal.code === invalidParams ? { ...refusal, code: unknownMethod } : refusal)
  if (name === 'getAddresses') return askWith(wallet, name, undefined, describe)
  return askWith(wallet, name, name === 'wallet_connect' ? { addresses: purposes } : { purposes }, describe)
}

/** Resolves to the `result` of the wallet's answer, which is a JSON-RPC answer in most wallets. */
async function askWith(
  wallet: RequestWallet,
  method: string,
  params?: object,
  describe = describeWbip004,
): Promise<unknown> {
  const ask = () => (params === undefined ? wallet.request(method) : wallet.request(method, params))
  const answer = await answerOf(ask, describe, true)
  return readField(answer, 'result') ?? answer
}

function answerOf(request: () => unknown, describe = describeRefusal, mayLack?: boolean): Promise<unknown> {
  return requestFromExtension({ request }, undefined, describe, mayLack)
}

/** In WBIP-004 wallets, -32002 is a missing permission, unless the words say that a request is already open. */
function describeWbip004(refusal: Refusal): Error {
  const isDenied = refusal.code === pending && !/already/i.test(refusal.message)
  return describeRefusal(isDenied ? { ...refusal, code: 4100 } : refusal)
}

/**
 * In WBIP-004 wallets, -32000 is a refusal and -32001 an unknown method. The message is dropped, because it can contain
 * anything.
 */
function describeRefusal({ code }: Refusal): Error {
  if (code === pending) return new ExtensionBusyError('A request is already waiting in the wallet. Open it there.')
  if (code === 4100) return new AccountNotGrantedError('The wallet does not share this account with the page any more.')
  if (code === 4001 || code === -32_000) return new ExtensionDeclinedError('The request was declined in the wallet.')
  if (unable.includes(code)) return new WalletCannotSignError('The wallet cannot sign a message with this account.')
  return new ExtensionFailedError('The wallet failed. Unlock it or reload the page, then try again.')
}

/** Returns the accounts in an answer: a list, a list under `addresses` or `accounts`, or a single account. */
function listIn(answer: unknown): readonly unknown[] {
  const lists = [answer, readField(answer, 'addresses'), readField(answer, 'accounts')]
  return readList(lists.find(Array.isArray) ?? [answer])
}

/**
 * Reads an address that a single key controls and that signs with BIP-322. Legacy addresses, nested addresses and those
 * of other networks are omitted.
 */
function readAddress(account: unknown): readonly string[] {
  const text = typeof account === 'string' ? account : readField(account, 'address')
  const address = typeof text === 'string' ? text.toLowerCase() : ''
  return keyPattern.test(address) ? [address] : []
}
