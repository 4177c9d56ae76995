import { assemble } from './assemble.ts'

// A smart account with several owners in the shape of Coinbase’s. Owners have an index, and an entry point brings changes of
// owners, valid on every chain, to a chain. The code is written by hand for these tests. `deploying(runtime, firstOwner)`
// returns its creation code.

/** The selector of `addOwner(address,uint256,bytes32,bytes32,uint8)` of the account below. */
export const addOwnerSelector = '0xadd0acc7'

/**
 * An account with each owner in the slot of its index, the first in slot 0. It accepts an owner's
 * `abi.encode((index, r ‖ s ‖ v))` over a hash bound to this account and chain. Only the entry point can call `addOwner`, with
 * a change that the first owner signed for every chain. Each index can be filled once.
 */
export const ownersAccount = (entryPoint: string) =>
  assemble(`
  0x00 CALLDATALOAD 0xe0 SHR
  DUP1 0x1626ba7e EQ @check JUMPI
  ${addOwnerSelector} EQ @add JUMPI
  0x00 0x00 REVERT
check:                                     ; calldata: 04 hash, 84 index of the owner, e4 r, 104 s, 124 v
  0x04 CALLDATALOAD 0x00 MSTORE
  ADDRESS 0x20 MSTORE CHAINID 0x40 MSTORE
  0x60 0x00 SHA3 0x00 MSTORE
  0x0124 CALLDATALOAD 0xf8 SHR 0x20 MSTORE
  0xe4 CALLDATALOAD 0x40 MSTORE
  0x0104 CALLDATALOAD 0x60 MSTORE
  0x20 0x80 0x80 0x00 0x01 GAS STATICCALL POP
  0x84 CALLDATALOAD SLOAD DUP1 ISZERO @unknown JUMPI
  0x80 MLOAD EQ @agree JUMPI
  0xffffffff 0xe0 SHL 0x00 MSTORE 0x20 0x00 RETURN
agree:
  0x1626ba7e 0xe0 SHL 0x00 MSTORE 0x20 0x00 RETURN
unknown:                                   ; as an owner’s bytes of no length are: an error with words
  0xdeadbeef 0xe0 SHL 0x00 MSTORE 0x04 0x00 REVERT
add:                                       ; calldata: 04 owner, 24 index, 44 r, 64 s, 84 v
  CALLER ${entryPoint} EQ ISZERO @stop JUMPI
  0x24 CALLDATALOAD SLOAD @stop JUMPI
  0x04 CALLDATALOAD 0x00 MSTORE
  0x24 CALLDATALOAD 0x20 MSTORE
  ADDRESS 0x40 MSTORE
  0x60 0x00 SHA3 0x00 MSTORE
  0x84 CALLDATALOAD 0x20 MSTORE
  0x44 CALLDATALOAD 0x40 MSTORE
  0x64 CALLDATALOAD 0x60 MSTORE
  0x20 0x80 0x80 0x00 0x01 GAS STATICCALL POP
  0x00 SLOAD 0x80 MLOAD EQ ISZERO @stop JUMPI
  0x04 CALLDATALOAD 0x24 CALLDATALOAD SSTORE STOP
stop:
  0x00 0x00 REVERT
`)

/**
 * Makes the calls of its calldata in sequence, each encoded as address, length and that many bytes. An entry point does this
 * for its payer, and wallets put such code into the ERC-6492 wrapper to make several calls at once.
 */
export const multicall = assemble(`
  0x00
next:
  CALLDATASIZE DUP2 LT ISZERO @done JUMPI
  DUP1 0x20 ADD CALLDATALOAD               ; where the call stands, its length
  DUP1 DUP3 0x40 ADD 0x00 CALLDATACOPY
  0x00 0x00 DUP3 0x00 0x00 DUP7 CALLDATALOAD GAS CALL POP
  ADD 0x40 ADD @next JUMP
done:
  STOP
`)

/** Delegates to the code at the address in its calldata, with the rest of the calldata. */
export const lendingItself = assemble(`
  0x20 CALLDATASIZE SUB DUP1 0x20 0x00 CALLDATACOPY
  0x00 0x00 DUP3 0x00 0x00 CALLDATALOAD GAS DELEGATECALL STOP
`)

/** Destroys itself in favour of the address in its calldata. */
export const endingItself = assemble(`0x00 CALLDATALOAD SELFDESTRUCT`)
