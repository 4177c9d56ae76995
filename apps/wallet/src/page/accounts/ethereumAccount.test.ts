import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { createEthereumAccount, formatAddress, hashPersonalMessage } from './ethereumAccount.ts'

// EIP-55, section "Test Cases" (CC0): all caps, all lower, mixed.
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(checksummed)('formatAddress: writes %s with its EIP-55 checksum', (address) => {
  expect(formatAddress(hexToBytes(address.slice(2).toLowerCase()))).toBe(address)
})

// The public example key of web3.js (docs.web3js.org/api/web3-eth-accounts/function/sign). Below it, a second message under the
// same key from the tests of eth-account (MIT), whose signature ends in 27 and whose r starts with zeros.
const published = {
  secretKey: '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  messages: [
    {
      text: 'Some data',
      hash: '1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655',
      signature:
        '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    },
    {
      text: '10284',
      hash: '0a162a5efbba02f38db3114531c8acba39fe676f09f7e471d93e8a06c471821c',
      r: 143748089818580655331728101695676826715814583506606354117109114714663470502n,
      s: 227853308212209543997879651656855994238138056366857653269155208245074180053n,
      v: 27,
    },
  ],
} as const

test('createEthereumAccount: the published key has the published address', () => {
  expect(createEthereumAccount(hexToBytes(published.secretKey)).address).toBe(published.address)
})

test.each(published.messages)('signPersonalMessage: "$text" is signed as published', (message) => {
  const account = createEthereumAccount(hexToBytes(published.secretKey))
  const hex32 = (value: bigint) => value.toString(16).padStart(64, '0')
  const expected =
    'signature' in message ? message.signature : `0x${hex32(message.r)}${hex32(message.s)}${message.v.toString(16)}`
  expect(bytesToHex(hashPersonalMessage(utf8ToBytes(message.text)))).toBe(message.hash)
  expect(account.signPersonalMessage(utf8ToBytes(message.text))).toBe(expected)
})

test('signPersonalMessage: counts bytes, not characters, and signs any bytes', () => {
  const account = createEthereumAccount(hexToBytes(published.secretKey))
  for (const message of [new Uint8Array(), utf8ToBytes('Grüße 🪢'), Uint8Array.from([0xff, 0xfe, 0x00])]) {
    const signature = hexToBytes(account.signPersonalMessage(message).slice(2))
    const recovered = secp256k1.recoverPublicKey(
      Uint8Array.from([(signature[64] ?? 0) - 27, ...signature.subarray(0, 64)]),
      hashPersonalMessage(message),
      { prehash: false },
    )
    expect(bytesToHex(recovered)).toBe(bytesToHex(secp256k1.getPublicKey(hexToBytes(published.secretKey))))
  }
})
