import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { contractProgram, formatContractCall, parseContractAnswer } from './contractProgram.ts'

// What the program does is shown on a chain by test/contracts/accounts.test.ts. Here: that its listing holds together.

/** The places where an opcode stands, with the bytes it pushes. */
function disassemble(hex: string): ReadonlyMap<number, { readonly opcode: number; readonly pushed: string }> {
  const bytes = hexToBytes(hex)
  const opcodes = new Map<number, { opcode: number; pushed: string }>()
  for (let place = 0; place < bytes.length; place += 1) {
    const opcode = bytes[place] ?? 0
    const count = opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5f : 0
    opcodes.set(place, { opcode, pushed: bytesToHex(bytes.subarray(place + 1, place + 1 + count)) })
    place += count
  }
  return opcodes
}

const opcodes = disassemble(contractProgram)
const all = [...opcodes.values()]

test('the program: its one jump lands on JUMPDEST, and nothing runs past its end', () => {
  expect(Number.parseInt(all[0]?.pushed ?? '', 16)).toBe(contractProgram.length / 2)
  const jumps = [...opcodes].filter(([, { opcode }]) => opcode === 0x56 || opcode === 0x57)
  expect(jumps).toHaveLength(1)
  const target = all[all.findIndex(({ opcode }) => opcode === 0x57) - 1]?.pushed ?? ''
  expect(opcodes.get(Number.parseInt(target, 16))?.opcode).toBe(0x5b)
  expect(all.filter(({ opcode }) => opcode === 0x5b)).toHaveLength(1)
  expect(all.at(-1)?.opcode).toBe(0xf3)
})

test('the program writes nothing itself: one CALL to the factory, one STATICCALL to the account', () => {
  const leaving = [0x55, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa, 0xfd, 0xfe, 0xff]
  expect(all.map(({ opcode }) => opcode).filter((opcode) => leaving.includes(opcode))).toEqual([0xf1, 0xfa])
  // Nothing newer than Istanbul: PUSH0, MCOPY and transient storage are not on every chain.
  expect(all.filter(({ opcode }) => [0x5c, 0x5d, 0x5e, 0x5f].includes(opcode))).toEqual([])
})

test('formatContractCall: account, factory, lengths, calldata and question follow the program', () => {
  const hash = new Uint8Array(32).fill(0xcc)
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const call = {
    address: `0x${'aB'.repeat(20)}`,
    hash,
    signature: hexToBytes('abcdef'),
    factory: { address: `0x${'fa'.repeat(20)}`, calldata: hexToBytes('0102') },
  }
  const question = `1626ba7e${'cc'.repeat(32)}${word(64)}${word(3)}${'abcdef'.padEnd(64, '0')}`
  const addresses = `${'0'.repeat(24)}${'ab'.repeat(20)}${'0'.repeat(24)}${'fa'.repeat(20)}`
  expect(formatContractCall(call)).toBe(`0x${contractProgram}${addresses}${word(2)}${word(132)}0102${question}`)
  const plain = formatContractCall({ ...call, factory: undefined, signature: new Uint8Array() })
  expect(plain.endsWith(`${word(0)}${word(0)}${word(100)}1626ba7e${'cc'.repeat(32)}${word(64)}${word(0)}`)).toBe(true)
})

test('parseContractAnswer: five words whose first two are 0 or 1, and nothing else', () => {
  const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
  const answer = `0x${word(1)}${word(0)}${word(31_337)}${word(9)}${word(1_700_000_000)}`
  const read = { agrees: true, wasDeployed: true, chainReference: 31_337n, block: 9n, blockTimeSeconds: 1_700_000_000n }
  expect(parseContractAnswer(answer)).toEqual(read)
  const no = `0x${word(0)}${word(1)}${answer.slice(130)}`
  expect(parseContractAnswer(no)).toEqual({ ...read, agrees: false, wasDeployed: false })
  for (const wrong of [
    `0x${word(2)}${answer.slice(66)}`,
    `0x${word(2n ** 255n + 1n)}${answer.slice(66)}`,
    `0x${word(1)}${word(2)}${answer.slice(130)}`,
    answer.slice(0, -1),
    `${answer}0`,
    `${answer}${word(0)}`,
    `${answer}\n`,
    answer.slice(2),
    '0x',
    '0x01',
    `0x1626ba7e${'0'.repeat(56)}`,
    '',
    true,
    1,
    null,
    undefined,
    [answer],
    { result: answer },
  ]) {
    expect(parseContractAnswer(wrong)).toBeUndefined()
  }
})
