import { parseSiweMessage } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createLink } from './createLink.ts'
import { createTestHost, createTestWallet } from './createTestHost.fixture.ts'
import { InvalidLinkOptionsError } from './errors.ts'
import type { LinkOptions } from './options/linkOptions.ts'

const signIn = { session: async () => undefined, complete: async () => undefined }
const mayLink = async () => true

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
  { chains: ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'eip155:01', 'eip155:0x89'] },
  { allowedOrigins: ['https://app.example/'] },
  { allowedOrigins: ['https://app.example', 'capacitor://localhost', 'app://-'] },
  { allowedOrigins: [], allowsNoOrigin: true },
  { allowedOrigins: ['null'], isOwnPage: () => true },
  { rpc: { 'eip155:0x1': ['https://rpc.example'] } },
  { challengeLifetimeSeconds: 300 },
  { challengeLifetimeSeconds: 86_400 },
  { label: undefined } as Partial<LinkOptions>,
])('createLink: accepts %j', async (part) => {
  const options = { ...(await baseOptions()), ...part }
  expect(() => createLink(options)).not.toThrow()
})

// T-41: options that could make the signed domain differ from the one that the visitor sees.
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
  { challengeLifetimeSeconds: 299 },
  { challengeLifetimeSeconds: 86_401 },
  { challengeLifetimeSeconds: 300.5 },
  { challengeLifetimeSeconds: Number.NaN },
  { allowedOrigins: [] },
  { allowedOrigins: ['*'] },
  { allowedOrigins: ['null'] },
  { allowedOrigins: ['https://app.example/page'] },
  { allowedOrigins: ['https://app.example', 'https://*.app.example'] },
  { allowedOrigins: ['app.example'] },
  { allowedOrigins: ['file:///'] },
  { allowedOrigins: ['https://user@app.example'] },
  { allowedOrigins: ['wss://app.example'] },
  { allowedOrigins: ['javascript://app.example'] },
  { allowedOrigins: ['capacitor://*'] },
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
  { chains: ['eip155:0'] },
  { chains: ['eip155:0x'] },
])('createLink: refuses %j', async (part) => {
  const options = { ...(await baseOptions()), ...part }
  expect(() => createLink(options)).toThrow(InvalidLinkOptionsError)
})

describe('`publicUrl` is the one address option', () => {
  const create = async (part: Partial<Record<keyof LinkOptions, unknown>>) => {
    const { store, hostUser } = await baseOptions()
    return createLink({ store, hostUser, ...part } as LinkOptions)
  }
  const textOf = async (part: Partial<Record<keyof LinkOptions, unknown>>) => {
    const host = await createTestHost({
      domain: undefined,
      uri: undefined,
      allowedOrigins: undefined,
      ...part,
    } as object)
    const { accountId } = createTestWallet(1)
    const origin = new URL(String(part.publicUrl)).origin
    const sent = { method: 'POST', user: 'alice', body: { purpose: 'link', accountId }, headers: { origin } }
    const answer = await host.send('/challenges', sent)
    expect(answer.status, answer.text).toBe(201)
    return parseSiweMessage((answer.body as { message: string }).message)
  }

  test.each([
    ['https://app.example', { domain: 'app.example', uri: 'https://app.example/' }],
    ['https://app.example/', { domain: 'app.example', uri: 'https://app.example/' }],
    ['HTTPS://App.Example:443', { domain: 'app.example', uri: 'https://app.example/' }],
    ['https://app.example/wallets', { domain: 'app.example', uri: 'https://app.example/wallets' }],
    ['http://localhost:4400', { domain: 'localhost:4400', uri: 'http://localhost:4400/' }],
    ['https://bücher.example', { domain: 'xn--bcher-kva.example', uri: 'https://xn--bcher-kva.example/' }],
  ])('%s gives domain, uri and allowed origin', async (publicUrl, site) => {
    expect(await textOf({ publicUrl })).toMatchObject(site)
  })

  test('each can still be set to override it', async () => {
    const publicUrl = 'https://app.example'
    expect(await textOf({ publicUrl, uri: 'https://app.example/wallets' })).toMatchObject({
      uri: 'https://app.example/wallets',
    })
    await textOf({ publicUrl, domain: 'app.example', allowedOrigins: [publicUrl, 'https://shop.example'] })
  })

  test.each<[object, string]>([
    [{}, 'Give `publicUrl`'],
    [{ domain: 'app.example' }, 'Give `publicUrl`'],
    [{ domain: 'app.example', uri: 'https://app.example/' }, '`allowedOrigins` must name at least one origin'],
    [{ publicUrl: 'app.example' }, '`publicUrl` must be an address with its scheme'],
    [{ publicUrl: 'ftp://app.example' }, '`publicUrl` must be an address with its scheme'],
    [{ publicUrl: 'https://app.example/?a' }, 'no user name, no "?" and no "#"'],
    [{ publicUrl: 'https://u:p@app.example' }, 'no user name, no "?" and no "#"'],
    [{ publicUrl: 'http://app.example' }, 'Set `allowsHttp`'],
    [{ publicUrl: 'https://app.example', domain: 'shop.example' }, '`domain` is "shop.example", and `publicUrl` is on'],
    [{ publicUrl: 'https://app.example', domain: 'https://app.example' }, '`domain` is "https://app.example"'],
    [{ publicUrl: 'https://app.example', uri: 'https://shop.example/' }, '`uri` is not a page of `publicUrl`'],
    [{ publicUrl: 'https://app.example', uri: 'http://app.example/' }, '`uri` is not a page of `publicUrl`'],
    [
      { publicUrl: 'https://app.example', allowedOrigins: ['https://shop.example'] },
      'does not name "https://app.example"',
    ],
    [{ publicUrl: 'https://app.example', allowedOrigins: [] }, 'does not name "https://app.example"'],
  ])('%j is refused with a sentence', async (part, words) => {
    await expect(create(part)).rejects.toThrow(words)
    await expect(create(part)).rejects.toThrow(InvalidLinkOptionsError)
  })
})

describe('one sentence checks every option by name and shape', () => {
  test.each<[object, string]>([
    [{ chain: ['eip155:1'] }, '`chain` is not an option of `createLink`. Did you mean `chains`?'],
    [{ allowedorigin: [] }, 'Did you mean `allowedOrigins`?'],
    [{ publicURL: 'https://app.example' }, 'Did you mean `publicUrl`?'],
    [{ base_path: '/link' }, 'Did you mean `basePath`?'],
    [{ relayUrl: 'wss://relay.example' }, '`relayUrl` is not an option of `createLink`.'],
    [{ '<b>': 1 }, 'One of those that were given is not an option'],
    [{ domain: 'https://app.example' }, '`domain` must be host and port alone'],
    [{ domain: 7 }, '`domain` must be a text.'],
    [{ uri: null }, '`uri` must be a text.'],
    [{ allowedOrigins: 'https://app.example' }, '`allowedOrigins` must be a list of texts.'],
    [{ allowedOrigins: [7] }, '`allowedOrigins` must be a list of texts.'],
    [{ chains: 'eip155:1' }, '`chains` must be a list of texts.'],
    [{ chains: [1] }, '`chains` must be a list of texts.'],
    [{ rpc: ['https://rpc.example'] }, '`rpc` must be an object of lists'],
    [{ rpc: { 'eip155:1': 'https://rpc.example' } }, '`rpc` must be an object of lists'],
    [{ hostUser: 'alice' }, '`hostUser` must be a function'],
    [{ hostUser: undefined }, '`hostUser` is missing.'],
    [{ store: undefined }, '`store` is missing.'],
    [{ store: {} }, '`store` must be an open store'],
    [{ store: Promise.resolve() }, '`store` is a promise: await it first.'],
    [{ hashKey: 'secret' }, '`hashKey` must be a Uint8Array'],
    [{ hashKey: new Uint8Array(16) }, '`hashKey` must have 32 bytes'],
    [{ isLoginFactor: 'yes' }, '`isLoginFactor` must be true or false.'],
    [{ allowsHttp: 1 }, '`allowsHttp` must be true or false.'],
    [{ trustedProxies: '1' }, '`trustedProxies` must be a whole number'],
    [{ trustedProxies: 1.5 }, '`trustedProxies` must be a whole number'],
    [{ rateLimits: { proofsPerUsers: 5 } }, 'Did you mean `proofsPerUser`?'],
    [{ rateLimits: { proofsPerUser: '5' } }, 'must be a whole number of requests'],
    [{ rateLimits: 5 }, '`rateLimits` must be an object.'],
    [{ signIn: {} }, '`signIn` must be an object with the functions'],
    [{ signIn, mayLink }, '`signIn` needs `isLoginFactor: true`'],
    [{ signIn, isLoginFactor: true }, '`signIn` needs `mayLink`'],
    [{ originStatements: {} }, '`originStatements` needs'],
    [{ originStatements: { secret: 'text' } }, '`originStatements.secret` must be a Uint8Array'],
    [{ originStatements: { key: new Uint8Array(32) } }, '`originStatements` takes'],
    [{ now: 5 }, '`now` must be a function.'],
    [{ basePath: '/link/' }, '`basePath` must be a path'],
    [{ onEvent: true }, '`onEvent` must be a function.'],
  ])('%j', async (part, words) => {
    const options = { ...(await baseOptions()), ...part } as LinkOptions
    expect(() => createLink(options)).toThrow(words)
    expect(() => createLink(options)).toThrow(InvalidLinkOptionsError)
  })

  test.each([undefined, null, 7, '', [], 'options'])('createLink(%j)', (options) => {
    expect(() => createLink(options as never)).toThrow('`createLink` takes one object of options')
  })
})
