import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { openAccount } from '../accounts/openAccount.ts'
import { seedOf } from '../accounts/seedPhrase.ts'
import { makeRequest, makeSession, testAddresses } from '../wallet.fixture.ts'
import { readSignRequest, type SignRequest } from './signRequest.ts'
import { signWith } from './signWith.ts'

const phrase = `${'test '.repeat(11)}junk`
const account = await openAccount({ phrase, index: 0, isImported: true, number: 1, name: undefined }, seedOf)
const shown = readSignRequest(makeRequest(), makeSession(), testAddresses, 'unknown')

function askedOf(namespace: SignRequest['namespace'], text: string): SignRequest {
  const address = account.addresses.find((each) => each.namespace === namespace)?.address ?? ''
  return { ...shown, namespace, address, text, hex: `0x${bytesToHex(utf8ToBytes(text))}` }
}

test('signWith: each ecosystem gets the answer in the form of its method', () => {
  expect(signWith(account, askedOf('eip155', 'hello'))).toEqual(expect.stringMatching(/^0x[0-9a-f]{130}$/))
  expect(signWith(account, askedOf('solana', 'hello'))).toEqual({
    signature: expect.stringMatching(/^[1-9A-Za-z]{86,88}$/),
  })
  expect(signWith(account, askedOf('bip122', 'hello'))).toEqual({
    address: account.signers.bip122.address,
    // Two parts: the DER signature of 70 to 72 bytes with its hash type, and the public key.
    signature: expect.stringMatching(/^02(?:47|48|49)30[0-9a-f]+0121[0-9a-f]{66}$/),
    messageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('signWith: Solana gets a signature of exactly the shown bytes', () => {
  const answer = signWith(account, askedOf('solana', 'Grüße'))
  const signature = base58.decode((answer as { signature: string }).signature)
  expect(ed25519.verify(signature, utf8ToBytes('Grüße'), base58.decode(account.signers.solana.address))).toBe(true)
})
