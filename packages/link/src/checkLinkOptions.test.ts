import { expect, test } from 'vitest'
import { createLink } from './createLink.ts'
import { createTestHost } from './createTestHost.fixture.ts'
import { InvalidLinkOptionsError } from './errors.ts'
import type { LinkOptions } from './options/linkOptions.ts'

async function baseOptions(): Promise<LinkOptions> {
  const { store } = await createTestHost()
  const site = { domain: 'app.example', uri: 'https://app.example/', allowedOrigins: ['https://app.example'] }
  return { store, ...site, hostUser: async () => undefined }
}

test.each<Partial<LinkOptions>>([
  { domain: 'localhost:4400', uri: 'http://localhost:4400/' },
  { domain: '127.0.0.1:4400', uri: 'http://127.0.0.1:4400/wallets' },
  { domain: '[::1]:4400', uri: 'http://[::1]:4400/' },
  { domain: 'xn--bcher-kva.example', uri: 'https://xn--bcher-kva.example' },
  { allowedOrigins: ['https://app.example', 'http://localhost:5173'] },
  { domain: 'app.localhost', uri: 'http://app.localhost/' },
  { domain: 'app.example', uri: 'http://app.example/', allowedOrigins: ['http://app.example'], allowsHttp: true },
  { chains: ['eip155:1', 'eip155:8453'] },
  { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'] },
  { chains: ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'] },
])('createLink: accepts %j', async (part) => {
  const options = { ...(await baseOptions()), ...part }
  expect(() => createLink(options)).not.toThrow()
})

// T-41: what could make the signed domain another than the one the visitor sees.
test.each<Partial<LinkOptions>>([
  { domain: '' },
  { domain: 'evil.example' },
  { domain: 'sub.app.example' },
  { domain: 'app.example:443' },
  { domain: 'app.example:8443' },
  { domain: 'https://app.example' },
  { domain: 'app.example/' },
  { domain: 'APP.example' },
  { domain: 'app.example.', uri: 'https://app.example./' },
  { domain: 'good.com@app.example', uri: 'https://good.com@app.example/' },
  { domain: 'app.example', uri: 'https://good.com@app.example/' },
  { domain: 'bücher.example', uri: 'https://bücher.example/' },
  { domain: 'app.example\n', uri: 'https://app.example/' },
  { uri: 'app.example' },
  { uri: 'https://app.example/{page}' },
  { uri: 'https://app.example/a b' },
  { uri: `https://app.example/${'x'.repeat(4096)}` },
  { uri: 'ftp://app.example/' },
  { uri: 'javascript://app.example/%0aalert(1)' },
  { allowedOrigins: [] },
  { allowedOrigins: ['*'] },
  { allowedOrigins: ['null'] },
  { allowedOrigins: ['https://app.example/'] },
  { allowedOrigins: ['https://app.example', 'https://*.app.example'] },
  { allowedOrigins: ['app.example'] },
  { allowedOrigins: ['file:///'] },
  { uri: 'http://app.example/' },
  { domain: '192.168.1.2:4400', uri: 'http://192.168.1.2:4400/' },
  { domain: 'notlocalhost', uri: 'http://notlocalhost/' },
  { domain: '127.example', uri: 'http://127.example/' },
  { domain: 'localhost.example', uri: 'http://localhost.example/' },
  { allowedOrigins: ['https://app.example', 'http://app.example'] },
  { chains: [] },
  { chains: ['solana:mainnet'] },
  { chains: ['solana:0eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
  { chains: ['bip122:12a765e31ffd4059bada1e25190f6e98'] },
  { chains: ['bip122:000000000933ea01ad0ee984209779ba'] },
  { chains: ['eip155:1', 'cosmos:cosmoshub-4'] },
  { chains: ['eip155:01'] },
])('createLink: refuses %j', async (part) => {
  const options = { ...(await baseOptions()), ...part }
  expect(() => createLink(options)).toThrow(InvalidLinkOptionsError)
})
