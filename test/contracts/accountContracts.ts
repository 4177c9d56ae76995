import { assemble } from './assemble.ts'

// The handwritten contracts of the tests. Runtime code is hex without `0x`; `deploying` turns it into creation code.

/** The selector of `isValidSignature(bytes32,bytes)`, padded to the word that means agreement (ERC-1271). */
export const magicWord = `1626ba7e${'0'.repeat(56)}`

/**
 * An account with its owner in slot 0. It accepts the owner's signatures, r ‖ s ‖ v. Anyone can call `setOwner(address)`, so
 * that a test can take control away.
 */
export const ownedAccount = assemble(`
  0x00 CALLDATALOAD 0xe0 SHR
  DUP1 0x13af4035 EQ @setOwner JUMPI       ; setOwner(address)
  0x1626ba7e EQ @check JUMPI
  0x00 0x00 REVERT
setOwner:
  0x04 CALLDATALOAD 0x00 SSTORE STOP
check:                                     ; calldata: 04 hash, 64 r, 84 s, a4 v
  0x04 CALLDATALOAD 0x00 MSTORE
  0xa4 CALLDATALOAD 0xf8 SHR 0x20 MSTORE
  0x64 CALLDATALOAD 0x40 MSTORE
  0x84 CALLDATALOAD 0x60 MSTORE
  0x20 0x80 0x80 0x00 0x01 GAS STATICCALL POP  ; ecrecover(00..80) to 80
  0x80 MLOAD 0x00 SLOAD EQ @agree JUMPI
  0xffffffff 0xe0 SHL 0x00 MSTORE 0x20 0x00 RETURN
agree:
  0x1626ba7e 0xe0 SHL 0x00 MSTORE 0x20 0x00 RETURN
`)

/** Answers every call with these bytes (hex). */
export function answering(bytes: string): string {
  const size = word(bytes.length / 2, 2)
  // 15 bytes of code precede the bytes.
  return assemble(`${size} 0x000f 0x00 CODECOPY ${size} 0x00 RETURN`).concat(bytes)
}

/** Reverts with the magic word as the reason. */
export const revertingWithMagic = assemble(`0x1626ba7e 0xe0 SHL 0x00 MSTORE 0x20 0x00 REVERT`)

/** Burns all its gas step by step. */
export const burning = assemble(`again: @again JUMP`)

/** Burns all its gas at once. */
export const invalid = assemble(`INVALID`)

/** Answers with a mebibyte that begins with the magic word. */
export const answeringMegabytes = assemble(`0x1626ba7e 0xe0 SHL 0x00 MSTORE 0x100000 0x00 RETURN`)

/** Writes to storage before it agrees: an answer that changes the chain. */
export const writing = assemble(`0x01 0x00 SSTORE 0x1626ba7e 0xe0 SHL 0x00 MSTORE 0x20 0x00 RETURN`)

/** Accepts only an empty signature, as accounts do whose owners approved the hash on the chain. */
export const agreeingToNothing = assemble(`
  0x44 CALLDATALOAD ISZERO @agree JUMPI 0x00 0x00 REVERT
agree: 0x1626ba7e 0xe0 SHL 0x00 MSTORE 0x20 0x00 RETURN
`)

/** A factory. Its calldata are a salt and creation code for CREATE2. */
export const factory = assemble(`
  0x20 CALLDATASIZE SUB DUP1 0x20 0x00 CALLDATACOPY
  0x00 CALLDATALOAD SWAP1 0x00 0x00 CREATE2
  0x00 MSTORE 0x20 0x00 RETURN
`)

/** Counts its calls in slot 0, the side effect that a check must not have. */
export const counter = assemble(`0x00 SLOAD 0x01 ADD 0x00 SSTORE STOP`)

/** Returns the creation code of a contract, with a number or address in slot 0. */
export function deploying(runtime: string, slot = '0x00'): `0x${string}` {
  const size = word(runtime.length / 2, 2)
  const head = (start: string) => assemble(`${slot} 0x00 SSTORE ${size} DUP1 ${start} 0x00 CODECOPY 0x00 RETURN`)
  return `0x${head(word(head('0x0000').length / 2, 2))}${runtime}`
}

/** Formats a number as a literal of this many bytes. */
export function word(value: number, bytes: number): string {
  return `0x${value.toString(16).padStart(bytes * 2, '0')}`
}
