import { expect, test } from 'vitest'
import { testAddresses } from '../wallet.fixture.ts'
import { readPeer } from './peer.ts'
import { checkSignIn } from './signInCheck.ts'

const peerAt = (url: string) => readPeer({ name: 'App', description: '', url, icons: [] })

test.each([
  ['https://app.example.', 'app.example'],
  ['https://app.example..:8443/start', 'app.example:8443'],
  ['https://app.example%2e', 'app.example'],
  ['http://APP.example\u3002', 'app.example'],
])('T-31: hides dots at the end of a host: %s is %s', (url, host) => {
  expect(peerAt(url).host).toBe(host)
})

test.each(['https://.', 'ftp://app.example', 'data:text/html,x', 'app.example', ''])('%s is not an address', (url) => {
  expect(peerAt(url).host).toBeUndefined()
})

test('T-33: an app that gives its address with a final dot signs in at that address', () => {
  const [signer] = testAddresses
  if (signer === undefined) throw new Error('There must be an account.')
  const text = (domain: string) =>
    [
      `${domain} wants you to sign in with your Ethereum account:`,
      ...[signer.address, '', 'Sign in.', '', 'URI: https://app.example', 'Version: 1', 'Chain ID: 1'],
      ...['Nonce: abcdefgh12345678', 'Issued At: 2026-11-21T07:00:00.000Z'],
    ].join('\n')
  const peer = peerAt('https://app.example.')
  expect(checkSignIn(text('app.example'), peer, signer).status).toBe('matching')
  expect(checkSignIn(text('evil.example'), peer, signer).status).toBe('domain_mismatch')
})
