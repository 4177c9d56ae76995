import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { contractProgram, formatContractCall, lacksMethod, parseContractAnswer } from './contractProgram.ts'
import { formatWords } from './rpcServer.fixture.ts'

// test/contracts/accounts.test.ts shows the program's behavior on a chain. These tests check that its listing is consistent.

/** Returns the opcodes by offset, each with the bytes that it pushes. */
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

test('the program: its three jumps land on JUMPDEST, and nothing runs past its end', () => {
  expect(Number.parseInt(all[0]?.pushed ?? '', 16)).toBe(contractProgram.length / 2)
  const targets = all.flatMap(({ opcode }, index) =>
    opcode === 0x56 || opcode === 0x57 ? [all[index - 1]?.pushed] : [],
  )
  const places = [...opcodes].flatMap(([place, { opcode }]) => (opcode === 0x5b ? [place] : []))
  expect(targets).toHaveLength(3)
  expect(targets.map((pushed) => Number.parseInt(pushed ?? '', 16)).sort((a, b) => a - b)).toEqual(places)
  expect(all.at(-1)?.opcode).toBe(0xf3)
})

test('the program writes nothing itself: one STATICCALL to the account, one CALL of the wrapper', () => {
  const leaving = [0x55, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa, 0xfd, 0xfe, 0xff]
  expect(all.map(({ opcode }) => opcode).filter((opcode) => leaving.includes(opcode))).toEqual([0xfa, 0xf1])
  // No opcode newer than Istanbul: PUSH0, MCOPY and transient storage do not exist on every chain.
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

test('parseContractAnswer: accepts nine words, four of them 0 or 1, and nothing else', () => {
  const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
  const returned = `${word(1)}${word(32)}1626ba7e${'0'.repeat(56)}`
  const answer = `0x${word(1)}${word(0)}${word(0)}${word(31_337)}${word(9)}${word(1_700_000_000)}${returned}`
  const read = {
    agrees: true,
    no: 'clean',
    wasDeployed: true,
    wasCalled: false,
    chainReference: 31_337n,
    block: 9n,
    blockTimeSeconds: 1_700_000_000n,
  }
  expect(parseContractAnswer(answer)).toEqual(read)
  const no = `0x${word(0)}${word(1)}${answer.slice(130)}`
  expect(parseContractAnswer(no)).toEqual({ ...read, agrees: false, wasDeployed: false })
  const called = `0x${word(1)}${word(0)}${word(1)}${answer.slice(194)}`
  expect(parseContractAnswer(called)).toEqual({ ...read, wasCalled: true })
  for (const wrong of [
    `0x${word(1)}${word(0)}${word(2)}${answer.slice(194)}`,
    `0x${word(2)}${answer.slice(66)}`,
    `0x${word(2n ** 255n + 1n)}${answer.slice(66)}`,
    `0x${word(1)}${word(2)}${answer.slice(130)}`,
    answer.slice(0, -1),
    `${answer}0`,
    answer.slice(0, -64),
    `${answer}${word(0)}`,
    answer.replace(returned, returned.replace('1', '2')),
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

test.each<[string, string | undefined, string]>([
  ['refuses as the standard’s example', `ffffffff${'0'.repeat(56)}`, 'clean'],
  ['answers zero', '0'.repeat(64), 'clean'],
  ['answers true', `${'0'.repeat(63)}1`, 'malformed'],
  ['answers all ones', 'f'.repeat(64), 'malformed'],
  ['answers four bytes', 'ffffffff', 'malformed'],
  ['answers two words', 'f'.repeat(8).padEnd(128, '0'), 'malformed'],
  ['answers nothing', '', 'nothing'],
  ['fails without words', undefined, 'wordless'],
])('parseContractAnswer: an account that %s', (_, returned, no) => {
  expect(parseContractAnswer(formatWords({ agrees: false, returned }, 1e12))?.no).toBe(no)
})

test('parseContractAnswer: an account that fails with an error says no', () => {
  const words = formatWords({ agrees: false, returned: '08c379a0' }, 1e12)
  const failed = `${words.slice(0, 2 + 6 * 64)}${'0'.repeat(64)}${words.slice(2 + 7 * 64)}`
  expect(parseContractAnswer(failed)?.no).toBe('clean')
})

test.each<[string, unknown, boolean]>([
  ['has not the method', '0x6000600060fd', true],
  ['has it', '0x60001626ba7e60', false],
  ['has it in capitals', '0x60001626BA7E60', false],
  ['calls code elsewhere', '0x6000f460fd', false],
  ['calls code elsewhere by the opcode of old', '0x6000f260fd', false],
  ['is a delegate of EIP-7702', `0xef0100${'11'.repeat(20)}`, false],
  ['is not there', '0x', false],
  ['is no hex', '0x6', false],
  ['is no text', undefined, false],
])('lacksMethod: code that %s', (_, code, lacks) => {
  expect(lacksMethod(code)).toBe(lacks)
})
