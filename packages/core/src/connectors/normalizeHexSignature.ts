// A smart account's signature can be long. About 16 KiB fit into a body of the link API.
const signaturePattern = /^0x(?:[\da-f]{2}){0,16384}$/i

/**
 * Returns a signature in the form that the link API accepts, or undefined for other values. `0x` alone is a signature:
 * smart accounts that sign by a transaction of their own answer `0x`, and their contract verifies the text (ERC-1271).
 */
export function normalizeHexSignature(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !signaturePattern.test(answer)) return undefined
  const hex = answer.toLowerCase()
  // Some hardware wallets write 0 and 1 for 27 and 28. An r that is an address belongs to a contract (Safe) and stays
  // unchanged.
  const isParity = hex.length === 132 && /0[01]$/.test(hex) && !/^0x0{24}/.test(hex)
  return isParity ? `${hex.slice(0, -2)}1${hex.endsWith('0') ? 'b' : 'c'}` : hex
}
