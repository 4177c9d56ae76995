import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** Whether a contract account agrees to a hash: the question as the program below takes it. */
export type ContractCall = {
  /** 20 bytes as hex with `0x`, as is that of the factory. */
  readonly address: string
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly signature: Uint8Array
  /** What deploys the account where it has no code yet (ERC-6492). */
  readonly factory: { readonly address: string; readonly calldata: Uint8Array } | undefined
}

/**
 * How an account refuses. `clean`: a no in the form of ERC-1271, or an error with words; it may become a yes. `malformed`: an answer
 * outside ERC-1271. `nothing`: an empty answer. `wordless`: an error without words; the account's code says whether it can ever
 * agree (`lacksMethod`).
 */
export type ContractNo = 'clean' | 'malformed' | 'nothing' | 'wordless'

/** What the program found. */
export type ContractAnswer = {
  /** The account has code, and that code answered exactly the magic value of ERC-1271. */
  readonly agrees: boolean
  /** How it said no; of no use where it agrees. */
  readonly no: ContractNo
  /** Whether it had code before the factory was called. */
  readonly wasDeployed: boolean
  /** Where the node stands that ran the program; the time in seconds since 1970. */
  readonly chainReference: bigint
  readonly block: bigint
  readonly blockTimeSeconds: bigint
}

/**
 * EVM code that asks a contract account and returns the answer. It runs as creation code inside `eth_call`: the call names no
 * `to`, so nothing has to be deployed before, and what it would deploy is its answer. It never reverts, whatever the
 * contracts do, so an error of the node always means "cannot check" and never "no". The gas is shared out: a factory that
 * burns all it gets leaves enough to ask, and an account that does leaves enough to answer.
 *
 * After it stand the arguments; it copies them to memory as they are:
 * 00 account · 20 factory, 0 for none · 40 length of the factory's calldata · 60 length of the question · 80 both of these.
 * Opcodes are those of Constantinople and Istanbul, so that it runs on chains that lag behind.
 */
export const contractProgram = [
  '6083 80 38 03 90 6000 39', //          00 CODECOPY(to 0, from 0x83, CODESIZE - 0x83): what stands after this program
  '6000 51 3b 15', //                     09 had no code: ISZERO(EXTCODESIZE(account)). Stays at the bottom of the stack
  '80 15 6020 51 15 17 602c 57', //       0e has code, or there is no factory: JUMPI 2c
  '6000 6000 6040 51 6080 6000', //       18 return nothing, calldata at 80, no value
  '6020 51 625b8d80 f1 50', //            23 CALL(6,000,000 gas, factory). Whether it worked shows in the account's code
  '5b', //                                2c
  '6020 6020 6060 51', //                 2d return 32 bytes to 20; length of the question
  '6040 51 6080 01 6000 51', //           34 the question stands after the factory's calldata; account
  '620186a0 5a 03 fa', //                 3d STATICCALL(GAS - 100,000, account)
  '80 3d 6020 14 16', //                  44 it did not fail, and returned 32 bytes, no more and no less
  '6020 51 631626ba7e 60e0 1b 14 16', //  4a and they are 1626ba7e and 28 zeros
  '6000 51 3b 15 15 16', //               57 and there is code: a precompile has none, nor has an account with a key
  '6000 52', //                           5e word 0 of the answer: agrees
  '6020 51 60e0 52', //                   61 word 7: the first word it returned
  '3d 60c0 52 60a0 52', //                67 words 6 and 5: how many bytes it returned, that it did not fail
  '6020 52', //                           6e word 1: had no code
  '46 6040 52 43 6060 52 42 6080 52', //  71 words 2, 3 and 4: CHAINID, NUMBER, TIMESTAMP
  '610100 6000 f3', //                    7d RETURN(0, 8 words)
]
  .join('')
  .replaceAll(' ', '')

/** `isValidSignature(bytes32,bytes)`, whose answer when it agrees is the selector itself (ERC-1271). */
const selector = '1626ba7e'

/** The program with its arguments, as the `data` of an `eth_call` without `to`. */
export function formatContractCall({ address, hash, signature, factory }: ContractCall): string {
  const calldata = factory?.calldata ?? new Uint8Array()
  const padding = new Uint8Array((32 - (signature.length % 32)) % 32)
  const question = concatBytes(
    hexToBytes(selector),
    hash,
    hexToBytes(word(64) + word(signature.length)),
    signature,
    padding,
  )
  const lengths = word(calldata.length) + word(question.length)
  const addresses = addressWord(address) + addressWord(factory?.address ?? '0x')
  return `0x${contractProgram}${addresses}${lengths}${bytesToHex(calldata)}${bytesToHex(question)}`
}

/** Reads what the program returned, as hex; undefined for anything that cannot be its words. */
export function parseContractAnswer(hex: unknown): ContractAnswer | undefined {
  if (typeof hex !== 'string' || !/^0x[0-9a-fA-F]{512}$/.test(hex)) return undefined
  const wordAt = (index: number) => hex.slice(2 + index * 64, 66 + index * 64)
  const words = Array.from({ length: 7 }, (_, index) => BigInt(`0x${wordAt(index)}`))
  const [agrees, hadNoCode, chainReference = 0n, block = 0n, blockTimeSeconds = 0n, returned, size = 0n] = words
  if ([agrees, hadNoCode, returned].some((flag) => flag !== 0n && flag !== 1n)) return undefined
  const no = readNo({ returned: returned === 1n, size, word: wordAt(7) })
  return { agrees: agrees === 1n, no, wasDeployed: hadNoCode === 0n, chainReference, block, blockTimeSeconds }
}

function readNo(said: { readonly returned: boolean; readonly size: bigint; readonly word: string }): ContractNo {
  const { returned, size, word } = said
  if (size === 0n) return returned ? 'nothing' : 'wordless'
  // Four bytes of the account's choice and zeros: the standard names the yes, and no particular no.
  return !returned || (size === 32n && /^.{8}0{56}$/.test(word)) ? 'clean' : 'malformed'
}

/**
 * Whether the code of a contract, as `eth_getCode` answers it, has no `isValidSignature`: its selector is nowhere in it, and it hands
 * no call on to code elsewhere (DELEGATECALL, CALLCODE; EIP-7702 does by its first byte). Bytes that only look like an opcode
 * count too: then it may have one.
 */
export function lacksMethod(code: unknown): boolean {
  if (typeof code !== 'string' || !/^0x(?:[0-9a-fA-F]{2})+$/.test(code) || code.toLowerCase().includes(selector))
    return false
  const bytes = hexToBytes(code.slice(2))
  return bytes[0] !== 0xef && !bytes.some((byte) => byte === 0xf4 || byte === 0xf2)
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
