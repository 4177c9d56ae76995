import { InvalidTypedDataError } from '../../../../apps/wallet/src/errors.ts'
import { parseTypedData, type TypedNode } from '../../../../apps/wallet/src/page/requests/typedData.ts'
import { ProofInvalidError, UnsupportedSignatureError } from '../../../../packages/link/src/errors.ts'
import { parseBip122Account } from '../../../../packages/link/src/verifiers/bip122.ts'
import { verifyBip122Proof } from '../../../../packages/link/src/verifiers/bip122Proof.ts'
import { parseContractAnswer } from '../../../../packages/link/src/verifiers/contractProgram.ts'
import { parseContractSignature } from '../../../../packages/link/src/verifiers/contractSignature.ts'
import { formatKeySignature, parseKeySignature } from '../../../../packages/link/src/verifiers/keySignature.ts'
import { readBitcoinSignature, readSolanaSignature } from '../../../../packages/wire/src/proof/signatureSpellings.ts'
import vectors from '../../../vectors/bip322/bip322-vectors.json' with { type: 'json' }
import { mustHold, readOrRefuse, type Target } from '../target.ts'

/** One address of each kind, with its text and its published signatures. */
const proven = ['Hello World', 'No prefix fallback'].map((text) => {
  const found = vectors.simple.find(({ message }) => message === text)
  if (found === undefined) throw new Error('There is no such vector.')
  const { message, address, bip322_signatures: published } = found
  const account = parseBip122Account(`bip122:000000000019d6689c085ae165831e93:${address}`)
  return { message, account, genuine: published.map(bytesOf) }
})

/** Returns the bytes of a witness in hex, in any spelling of the signature. */
function bytesOf(signature: string): string {
  return Buffer.from(readBitcoinSignature(signature.replace(/^smp/, '')) ?? []).toString('hex')
}

/** The witness in a Bitcoin wallet’s answer. */
export const bip322: Target = {
  name: 'bip322',
  cost: 60,
  run(input) {
    for (const { message, account, genuine } of proven) {
      const proof = readOrRefuse(
        () => verifyBip122Proof({ message, account, signature: input }),
        ProofInvalidError,
        UnsupportedSignatureError,
      )
      if (proof !== undefined) mustHold(genuine.includes(bytesOf(input)), 'only what is published proves the address')
    }
  },
}

/** An Ethereum or Solana wallet’s answer in any spelling, a wrapped contract signature, and a chain's response. */
export const signatures: Target = {
  name: 'signatures',
  cost: 1,
  run(input) {
    const key = readOrRefuse(() => parseKeySignature(input), ProofInvalidError)
    if (key !== undefined) {
      const again = parseKeySignature(formatKeySignature(key))
      mustHold(formatKeySignature(again) === formatKeySignature(key), 'one signature has one spelling of ours')
    }
    const contract = readOrRefuse(() => parseContractSignature(input), ProofInvalidError)
    if (contract !== undefined) {
      mustHold(contract.signature.length <= 16 * 1024, 'a signature has its bound')
      if (contract.factory !== undefined)
        mustHold(/^0x[0-9a-f]{40}$/.test(contract.factory.address), 'a factory is an address')
    }
    parseContractAnswer(input)
    for (const bytes of readSolanaSignature(input)) mustHold(bytes.length === 64, 'a Solana signature has 64 bytes')
  },
}

const countNodes = (nodes: readonly TypedNode[]): number =>
  nodes.reduce((sum, { value }) => sum + 1 + (typeof value === 'string' ? 0 : countNodes(value)), 0)

/** Typed data of EIP-712, as the demo wallet shows and signs it. */
export const typedData: Target = {
  name: 'typedData',
  cost: 3,
  run(input) {
    const data = readOrRefuse(() => parseTypedData(input), InvalidTypedDataError)
    if (data === undefined) return
    mustHold(/^0x[0-9a-f]{64}$/.test(data.hash), 'what is signed is a hash')
    mustHold(countNodes(data.message) <= input.length, 'nothing is shown that did not come')
    mustHold(parseTypedData(JSON.parse(input)).hash === data.hash, 'text and object are signed alike')
  },
}
