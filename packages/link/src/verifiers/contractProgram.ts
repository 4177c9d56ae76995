import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** Whether a contract account agrees to a hash: the question as the program below takes it. */
export type ContractCall = {
  /** 20 bytes as hex with `0x`, as is that of the factory. */
  readonly address: string
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly signature: Uint8Array
  /** The call of the wrapper (ERC-6492), which deploys the account, or prepares it to agree. */
  readonly factory: { readonly address: string; readonly calldata: Uint8Array } | undefined
}

/**
 * How an account refuses. `clean`: a no in the form of ERC-1271, or an error with words; it may become a yes. `malformed`: an answer
 * outside ERC-1271. `nothing`: an empty answer. `wordless`: an error without words; the account's code says whether it can ever
 * agree (`lacksMethod`).
 */
export type ContractNo = 'clean' | 'malformed' | 'nothing' | 'wordless'

/** The program's result. */
export type ContractAnswer = {
  /** The account has code, and that code answered exactly the magic value of ERC-1271. */
  readonly agrees: boolean
  /** How it said no; of no use where it agrees. */
  readonly no: ContractNo
  /** Whether it had code before anything was called. */
  readonly wasDeployed: boolean
  /** Whether the call of the wrapper went before the answer: the answer is then of a state that no chain is in. */
  readonly wasCalled: boolean
  /** The chain and block of the node that ran the program. The time is in seconds since 1970. */
  readonly chainReference: bigint
  readonly block: bigint
  readonly blockTimeSeconds: bigint
}

/**
 * EVM code that asks a contract account and returns the answer. It runs as creation code inside `eth_call`: the call names no
 * `to`, so nothing has to be deployed before, and what it would deploy is its answer. It never reverts, whatever the
 * contracts do, so an error of the node always means "cannot check" and never "no".
 *
 * If the account has no code, or says no as it is, the program makes the call of the wrapper and asks a second time (ERC-6492
 * §verifier side). The call runs in the context of the called contract, and only what the account then says itself counts. An account
 * that is a key's (a delegate of EIP-7702) is asked as it is: its key can sign, so nothing has to be prepared.
 *
 * The gas is shared out. While there is a call to make, a first question leaves 7,000,000 for the rest. The call gets 5,000,000, and
 * the last question leaves 100,000 to answer with. If a node allows less, EIP-150 keeps a 64th of the rest from each.
 *
 * Memory: 000 to 120 is the answer, word by word as `parseContractAnswer` reads it. The arguments follow the program and are copied
 * as they are. From 120: account · 140 call of the wrapper, or 0 · 160 length of its calldata · 180 length of the question · 1a0 both of
 * these. Opcodes are those of Constantinople and Istanbul, so that it runs on chains that lag behind.
 */
export const contractProgram = [
  '60d4 80 38 03 90 610120 39', //             00 CODECOPY(to 120, from d4, CODESIZE - d4): the bytes after this program
  '610120 51 3b 15 6020 52', //                0a word 1: had no code
  '6003 6000 610100 610120 51 3c', //          13 EXTCODECOPY(account, to word 8, from 0, 3 bytes)
  '610100 51 60e8 1c 62ef0100 14', //          1f they are ef0100: a delegate of EIP-7702
  '15 610140 51 02 610140 52', //              2b then there is no call to make
  '610140 51 15 15 6020 51 16 609b 57', //     35 had no code, and there is a call: JUMPI 9b
  '5b', //                                     42 the question
  '6020 610100 610180 51', //                  43 return 32 bytes to word 8; length of the question
  '610160 51 6101a0 01 610120 51', //          4c it is placed after the calldata of the call; account
  '626acfc0 610140 51 15 15 02', //            58 7,000,000 where there still is a call to make
  '620186a0 01 5a 03 fa', //                   63 STATICCALL(GAS - 100,000 - these, account)
  '80 60c0 52 3d 60e0 52', //                  6b words 6 and 7: that it did not fail, how many bytes it returned
  '3d 6020 14 16', //                          73 it did not fail, and returned 32 bytes, no more and no less
  '610100 51 631626ba7e 60e0 1b 14 16', //     78 and they are 1626ba7e and 28 zeros
  '610120 51 3b 15 15 16', //                  86 and there is code: a precompile has none, nor has an account with a key
  '80 6000 52', //                             8e word 0: agrees
  '610140 51 15 17 60c1 57', //                92 it does, or there is no call to make: JUMPI c1
  '5b', //                                     9b the call of the wrapper
  '6000 6000 610160 51 6101a0 6000', //        9c return nothing, calldata at 1a0, no value
  '610140 51 624c4b40 f1 50', //               a9 CALL(5,000,000 gas). The account's answer shows its effect
  '6001 6040 52', //                           b3 word 2: the call was made
  '6000 610140 52 6042 56', //                 b8 once only: JUMP 42
  '5b', //                                     c1 the end
  '46 6060 52 43 6080 52 42 60a0 52', //       c2 words 3, 4 and 5: CHAINID, NUMBER, TIMESTAMP
  '610120 6000 f3', //                         ce RETURN(0, 9 words)
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
  if (typeof hex !== 'string' || !/^0x[0-9a-fA-F]{576}$/.test(hex)) return undefined
  const wordAt = (index: number) => hex.slice(2 + index * 64, 66 + index * 64)
  const words = Array.from({ length: 8 }, (_, index) => BigInt(`0x${wordAt(index)}`))
  const [agrees, hadNoCode, called, chainReference = 0n, block = 0n, blockTimeSeconds = 0n, returned, size = 0n] = words
  if ([agrees, hadNoCode, called, returned].some((flag) => flag !== 0n && flag !== 1n)) return undefined
  return {
    agrees: agrees === 1n,
    no: readNo({ returned: returned === 1n, size, word: wordAt(8) }),
    wasDeployed: hadNoCode === 0n,
    wasCalled: called === 1n,
    chainReference,
    block,
    blockTimeSeconds,
  }
}

function readNo(said: { readonly returned: boolean; readonly size: bigint; readonly word: string }): ContractNo {
  const { returned, size, word } = said
  if (size === 0n) return returned ? 'nothing' : 'wordless'
  // Four bytes of the account's choice and zeros: the standard names the yes, and no particular no.
  return !returned || (size === 32n && /^.{8}0{56}$/.test(word)) ? 'clean' : 'malformed'
}

/**
 * Tells whether the code of a contract, as `eth_getCode` answers it, has no `isValidSignature`. Its selector is nowhere in it, and it
 * passes no call to code elsewhere (DELEGATECALL, CALLCODE, or EIP-7702 by its first byte). Bytes that only look like an opcode
 * count too: then the code may have the method.
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
