import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** The arguments of the program below, which asks a contract account if it agrees to a hash. */
export type ContractCall = {
  /** 20 bytes as hex with `0x`, like the factory's address. */
  readonly address: string
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly signature: Uint8Array
  /** The wrapper's call (ERC-6492), which deploys the account, or prepares it to agree. */
  readonly factory: { readonly address: string; readonly calldata: Uint8Array } | undefined
}

/**
 * How an account refuses. `clean`: a no in the form of ERC-1271, or a failed call with data; it can become a yes. `malformed`:
 * an answer outside ERC-1271. `nothing`: an empty answer. `wordless`: a failed call without data; the account's code says
 * whether the account can ever agree (`lacksMethod`).
 */
export type ContractRefusal = 'clean' | 'malformed' | 'nothing' | 'wordless'

/** The program's result. */
export type ContractAnswer = {
  /** The account has code, and that code answered exactly the magic value of ERC-1271. */
  readonly agrees: boolean
  /** How the account refused; meaningless if it agrees. */
  readonly no: ContractRefusal
  /** Whether the account had code before any call. */
  readonly wasDeployed: boolean
  /** Whether the wrapper's call ran before the answer. The answer is then about a state that exists on no chain. */
  readonly wasCalled: boolean
  /** The chain and block of the node that ran the program. The block time is in seconds since 1970. */
  readonly chainReference: bigint
  readonly block: bigint
  readonly blockTimeSeconds: bigint
}

/**
 * EVM code that asks a contract account and returns the answer. It runs as creation code inside `eth_call`. The call has no
 * `to`, so nothing has to be deployed first, and the code that it would deploy is the answer. The program never reverts,
 * whatever the contracts do. An error of the node therefore always means "cannot check" and never "no".
 *
 * If the account has no code, or refuses in its current state, the program makes the wrapper's call and asks a second time
 * (ERC-6492 §verifier side). The call runs in the context of the called contract, and only the account's own later answer
 * counts. An account of a key (a delegate of EIP-7702) is asked in its current state: its key can sign, so nothing has to be
 * prepared.
 *
 * The gas is divided. As long as the call is not made yet, the first question leaves 7,000,000 for the rest. The call gets
 * 5,000,000, and the last question leaves 100,000 for the answer. If a node allows less, EIP-150 keeps a 64th of the rest from
 * each.
 *
 * Memory: 000 to 120 is the answer, word by word as `parseContractAnswer` reads it. The arguments follow the program and are
 * copied unchanged. From 120: account · 140 target of the wrapper's call, or 0 · 160 length of its calldata · 180 length of the
 * question · 1a0 both of these. The opcodes are those of Constantinople and Istanbul, so that the program runs on chains that
 * lag behind.
 */
export const contractProgram = [
  '60d4 80 38 03 90 610120 39', //             00 CODECOPY(to 120, from d4, CODESIZE - d4): the bytes after this program
  '610120 51 3b 15 6020 52', //                0a word 1: had no code
  '6003 6000 610100 610120 51 3c', //          13 EXTCODECOPY(account, to word 8, from 0, 3 bytes)
  '610100 51 60e8 1c 62ef0100 14', //          1f the bytes are ef0100: a delegate of EIP-7702
  '15 610140 51 02 610140 52', //              2b if so, clear the call
  '610140 51 15 15 6020 51 16 609b 57', //     35 had no code, and there is a call: JUMPI 9b
  '5b', //                                     42 the question
  '6020 610100 610180 51', //                  43 return 32 bytes to word 8; length of the question
  '610160 51 6101a0 01 610120 51', //          4c its offset, after the calldata of the call; account
  '626acfc0 610140 51 15 15 02', //            58 7,000,000 if the call is still to be made
  '620186a0 01 5a 03 fa', //                   63 STATICCALL(GAS - 100,000 - that, account)
  '80 60c0 52 3d 60e0 52', //                  6b words 6 and 7: success, number of returned bytes
  '3d 6020 14 16', //                          73 success, and exactly 32 bytes returned
  '610100 51 631626ba7e 60e0 1b 14 16', //     78 and the bytes are 1626ba7e and 28 zeros
  '610120 51 3b 15 15 16', //                  86 and the account has code, unlike a precompile or a key's account
  '80 6000 52', //                             8e word 0: agrees
  '610140 51 15 17 60c1 57', //                92 agrees, or has no call to make: JUMPI c1
  '5b', //                                     9b the call of the wrapper
  '6000 6000 610160 51 6101a0 6000', //        9c return nothing, calldata at 1a0, no value
  '610140 51 624c4b40 f1 50', //               a9 CALL(5,000,000 gas). The account's answer shows its effect
  '6001 6040 52', //                           b3 word 2: the call was made
  '6000 610140 52 6042 56', //                 b8 clear the call, so that it runs once: JUMP 42
  '5b', //                                     c1 the end
  '46 6060 52 43 6080 52 42 60a0 52', //       c2 words 3, 4 and 5: CHAINID, NUMBER, TIMESTAMP
  '610120 6000 f3', //                         ce RETURN(0, 9 words)
]
  .join('')
  .replaceAll(' ', '')

/** `isValidSignature(bytes32,bytes)`. A contract that agrees answers with the selector itself (ERC-1271). */
const selector = '1626ba7e'

/** Formats the program with its arguments, as the `data` of an `eth_call` without `to`. */
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

/** Reads the program's result from hex. Undefined if it is malformed. */
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

function readNo(said: { readonly returned: boolean; readonly size: bigint; readonly word: string }): ContractRefusal {
  const { returned, size, word } = said
  if (size === 0n) return returned ? 'nothing' : 'wordless'
  // The answer is four bytes of the account's choice and zeros: the standard defines the yes, but no specific no.
  return !returned || (size === 32n && /^.{8}0{56}$/.test(word)) ? 'clean' : 'malformed'
}

/**
 * Tells whether the code of a contract, as `eth_getCode` returns it, has no `isValidSignature`. Such code does not contain the
 * selector, and delegates no calls to other code (DELEGATECALL, CALLCODE, or EIP-7702 by its first byte). Bytes that only look
 * like an opcode count too: the code may then have the method.
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
