/** The opcodes that the test contracts need, by name (Yellow Paper, appendix H). */
const opcodes: Readonly<Record<string, number>> = {
  STOP: 0x00,
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  SHL: 0x1b,
  SHR: 0x1c,
  SHA3: 0x20,
  ADDRESS: 0x30,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  CHAINID: 0x46,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  DUP7: 0x86,
  SWAP1: 0x90,
  CALL: 0xf1,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
}

/**
 * Assembles EVM code to hex without `0x`. The source is a list of words. A word is an opcode, a hex number (pushed in as many
 * bytes as it is written with), `name:` for a jump target, or `@name` to push that target. A `;` starts a comment that ends
 * with the line.
 */
export function assemble(source: string): string {
  const words = source.replace(/;.*/g, '').split(/\s+/).filter(Boolean)
  const places = new Map<string, number>()
  let length = 0
  for (const word of words) {
    if (word.endsWith(':')) places.set(`@${word.slice(0, -1)}`, length)
    length += word.startsWith('@') ? 3 : word.startsWith('0x') ? word.length / 2 : 1
  }
  return words.map((word) => encode(word, places)).join('')
}

function encode(word: string, places: ReadonlyMap<string, number>): string {
  if (word.endsWith(':')) return '5b'
  if (word.startsWith('@')) return `61${byte(places.get(word) ?? -1, 2)}`
  if (word.startsWith('0x')) return byte(0x5f + word.length / 2 - 1, 1) + word.slice(2)
  return byte(opcodes[word] ?? -1, 1)
}

function byte(value: number, size: number): string {
  if (value < 0) throw new Error('No such opcode or place.')
  return value.toString(16).padStart(size * 2, '0')
}
