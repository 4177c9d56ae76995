import type { ChainId } from '@hawser/wire'
import { readField } from '../../platform/readField.ts'

// The ways in which wallets write an Ethereum chain and accounts. Each spelling has one meaning; other spellings are ignored.

const chainPattern = /^(?:eip155:)?(?:0x([0-9a-f]+)|([0-9]+))(?::0x[0-9a-f]{40})?$/i
const addressPattern = /^(?:eip155:[0-9a-fx]+:)?(0x[0-9a-f]{40})$/i
const maxAddresses = 1_000
// The deepest form in use is a list with one object.
const maxDepth = 3

/**
 * Reads the chain that a wallet names: a number, its hex or decimal text, or a CAIP-2 or CAIP-10 id. The value can also
 * be a list that begins with the chain (the params of an event), an object with `chainId`, `networkVersion` or
 * `result`, or one of these as JSON text. Undefined when the value names no chain. Never throws, even if a foreign
 * object does.
 */
export function readChain(value: unknown, depth = 0): ChainId | undefined {
  try {
    if (typeof value === 'number' || typeof value === 'bigint') return chainOf(Number(value))
    if (typeof value === 'string') {
      // The data of some wallets' events can only be text, so a list or an object is JSON.
      if (/["[{]/.test(value)) return readChain(JSON.parse(value), depth + 1)
      const [, hex, decimal] = chainPattern.exec(value.trim()) ?? []
      return chainOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    }
    if (typeof value !== 'object' || value === null || depth >= maxDepth) return undefined
    if (Array.isArray(value)) return readChain(value[0], depth + 1)
    const { chainId, networkVersion, result } = value as Readonly<Record<string, unknown>>
    return readChain(chainId ?? networkVersion ?? result, depth + 1)
  } catch {
    return undefined
  }
}

function chainOf(number: number): ChainId | undefined {
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/**
 * Reads the addresses that a wallet names, each once, in the wallet's order. The value is a list of addresses or
 * CAIP-10 ids, a single one, an object with `accounts`, `address` or `result`, or one of these as JSON text.
 * Other items in a list are omitted. An empty list means that there are no accounts. Undefined for any other value, such as a list without
 * an address of Ethereum.
 */
export function readAddresses(value: unknown): readonly string[] | undefined {
  try {
    const listed = typeof value === 'string' ? splitList(value) : undefined
    if (listed !== undefined) return readAddresses(listed)
    if (typeof value === 'string') return readAddresses(JSON.parse(value))
    const items: unknown[] = []
    collectItems(value, 0, items)
    const found = new Map<string, string>()
    for (const item of items) {
      const [, address] = (typeof item === 'string' && addressPattern.exec(item)) || []
      if (address !== undefined && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address)
    }
    return items.length === 0 || found.size > 0 ? [...found.values()] : undefined
  } catch {
    return undefined
  }
}

/** Splits a list that has no quotation marks (AlphaWallet/alpha-wallet-android#2456). Undefined for any other text. */
function splitList(text: string): readonly string[] | undefined {
  const items = text
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(',', maxAddresses)
    .map((item) => item.trim())
  return items.every((item) => addressPattern.test(item)) ? items : undefined
}

/** Collects the items of a list, also of lists and objects within. An object without accounts is an item itself. */
function collectItems(value: unknown, depth: number, items: unknown[]): void {
  const held = ['accounts', 'address', 'result']
    .map((name) => readField(value, name))
    .find((each) => each !== undefined && each !== null)
  if (depth > maxDepth) items.push(value)
  else if (Array.isArray(value)) {
    for (const item of value.slice(0, maxAddresses)) {
      if (items.length >= maxAddresses) return
      // An empty list within a list says nothing about the others.
      if (Array.isArray(item) && item.length === 0) items.push(item)
      else collectItems(item, depth + 1, items)
    }
  } else if (held !== undefined) collectItems(held, depth + 1, items)
  else items.push(value)
}
