import { formatBase58 } from '@hawser/wire'
import { readField, readMethod } from '../../platform/readField.ts'
import type { AnnouncedWallet } from './announcement.ts'
import { createNamedWallets } from './namedWallets.ts'
import { type StandardWallet, windowPrefix } from './standardWallet.ts'

/** Finds the wallet of Solana that is only in the window, as in some wallets' own browsers. It sends no requests. */
export type LegacySolana = {
  /** Returns whether it has found a wallet for the first time. */
  look(): boolean
  wallets(): readonly AnnouncedWallet[]
  walletOf(rdns: string): StandardWallet | undefined
}

/** The name of a wallet that is only in the path that all of them share. */
export const sharedName = 'Browser wallet'

/** The paths of such wallets, from their documentation. Last the path that all of them share. */
const paths: readonly (readonly [path: string, name: string])[] = [
  ['trustwallet.solana', 'Trust Wallet'],
  ['coinbaseSolana', 'Coinbase Wallet'],
  ['solana', sharedName],
]

/** Creates the search in `scope`, the window. The first wallet that is found keeps its place. */
export function createLegacySolana(scope: EventTarget): LegacySolana {
  const found = createNamedWallets<StandardWallet>(windowPrefix)
  return {
    look() {
      return (
        found.wallets().length === 0 &&
        paths.some(([path, name]) => {
          const given = path.split('.').reduce<unknown>(readField, scope)
          const wallet = readWallet(given)
          return wallet !== undefined && found.add(given, undefined, name, wallet)
        })
      )
    },
    wallets: found.wallets,
    walletOf: found.walletOf,
  }
}

/** Reads a provider as a wallet of the standard. Undefined if it cannot connect or sign messages. */
function readWallet(given: unknown): StandardWallet | undefined {
  const connect = readMethod(given, 'connect')
  const signMessage = readMethod(given, 'signMessage')
  if (connect === undefined || signMessage === undefined) return undefined
  let answer: unknown
  return {
    emitter: given,
    // Some providers have the key only in their answer.
    accounts: () => [given, answer].flatMap(readAccount).slice(0, 1),
    async connect() {
      answer = await connect()
      return answer
    },
    signIn: undefined,
    signMessage: ({ message }) => signMessage(message, 'utf8'),
  }
}

const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Reads the account of a provider, or of an answer: a text, or a key that wallets write in several ways. */
function readAccount(holder: unknown): readonly { readonly address: string }[] {
  const key = readField(holder, 'publicKey') ?? readField(holder, 'address') ?? holder
  const spellings = [
    () => key,
    () => readMethod(key, 'toBase58')?.(),
    () => readMethod(key, 'toString')?.(),
    () => encodeKey(readMethod(key, 'toBytes')?.() ?? key),
  ]
  const addresses = spellings.map((spell) => {
    try {
      return spell()
    } catch {
      return undefined
    }
  })
  const address = addresses.find((each) => typeof each === 'string' && addressPattern.test(each))
  return typeof address === 'string' ? [{ address }] : []
}

function encodeKey(bytes: unknown): string | undefined {
  return bytes instanceof Uint8Array && bytes.length === 32 ? formatBase58(bytes) : undefined
}
