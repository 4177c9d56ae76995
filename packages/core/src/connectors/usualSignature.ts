// A smart account's signature may be long.
const signaturePattern = /^0x(?:[\da-f]{2}){0,8192}$/i

/**
 * A signature as the link API takes it, or undefined for what is none. `0x` alone is one: smart accounts that sign by a
 * transaction of their own answer so, and their contract knows (ERC-1271).
 */
export function usualSignature(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !signaturePattern.test(answer)) return undefined
  const hex = answer.toLowerCase()
  // 0 and 1 stand for 27 and 28 with some hardware wallets. An r of an address is a contract's (Safe): it stays as it is.
  const isParity = hex.length === 132 && /0[01]$/.test(hex) && !/^0x0{24}/.test(hex)
  return isParity ? `${hex.slice(0, -2)}1${hex.endsWith('0') ? 'b' : 'c'}` : hex
}
