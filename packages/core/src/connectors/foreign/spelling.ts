import type { ChainId } from '@hawser/wire'

// How wallets spell an Ethereum chain and accounts. Each spelling has one meaning; others are ignored.

const chainPattern = /^(?:eip155:)?(?:0x([0-9a-f]+)|([0-9]+))(?::0x[0-9a-f]{40})?$/i
const addressPattern = /^(?:eip155:[0-9a-fx]+:)?(0x[0-9a-f]{40})$/i
const maxAddresses = 1_000
// No wallet wraps a chain deeper than in a list of one object.
const maxDepth = 3

/**
 * The chain that a wallet names: a number, its hex or decimal text, or a CAIP-2 or CAIP-10 id. It may also be the first
 * of a list (the params of an event), or `chainId` of an object. Undefined when the value names none. It never throws,
 * whatever a foreign object does.
 */
export function readChain(value: unknown, depth = 0): ChainId | undefined {
  try {
    if (typeof value === 'number' || typeof value === 'bigint') return chainOf(Number(value))
    if (typeof value === 'string') {
      const [, hex, decimal] = chainPattern.exec(value.trim()) ?? []
      return chainOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    }
    if (typeof value !== 'object' || value === null || depth >= maxDepth) return undefined
    if (Array.isArray(value)) return readChain(value[0], depth + 1)
    const { chainId, networkVersion } = value as Readonly<Record<string, unknown>>
    return readChain(chainId ?? networkVersion, depth + 1)
  } catch {
    return undefined
  }
}

function chainOf(number: number): ChainId | undefined {
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/**
 * The addresses that a wallet names, each once, in its order: a list of addresses or CAIP-10 ids, one of them alone, or
 * an object with `accounts`. Other items in a list are left out. Undefined when the value names no accounts; an empty
 * list means that there are no accounts.
 */
export function readAddresses(value: unknown): readonly string[] | undefined {
  try {
    if (typeof value === 'string') return addressPattern.test(value) ? readAddresses([value]) : undefined
    if (typeof value !== 'object' || value === null) return undefined
    if (!Array.isArray(value)) {
      const { accounts } = value as Readonly<Record<string, unknown>>
      return Array.isArray(accounts) ? readAddresses(accounts) : undefined
    }
    const found = new Map<string, string>()
    for (const item of value.slice(0, maxAddresses)) {
      const [, address] = (typeof item === 'string' && addressPattern.exec(item)) || []
      if (address !== undefined && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address)
    }
    return [...found.values()]
  } catch {
    return undefined
  }
}
