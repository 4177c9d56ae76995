import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import type { HostWallet } from '../wallets/hostWallets/hostWallet.ts'
import { createScriptedConnector, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'

type Provider = { readonly request: (request: { readonly method: string }) => unknown }

function createProvider(answer: (method: string) => unknown) {
  const asked: string[] = []
  const provider: Provider = {
    async request({ method }) {
      asked.push(method)
      return answer(method)
    },
  }
  return { provider, asked }
}

const agree = (method: string) => (method === 'eth_chainId' ? '0x1' : [address])

/** Opens a page whose extensions announce `infos`. */
async function open(
  wallets: readonly HostWallet[],
  { infos = [], ethereum, ...more }: Partial<LinkerSettings> & { infos?: readonly object[]; ethereum?: Provider } = {},
) {
  const timers = createTimers()
  const scope = new EventTarget()
  const extension = createProvider(agree)
  if (ethereum !== undefined) Reflect.set(scope, 'ethereum', ethereum)
  scope.addEventListener('eip6963:requestProvider', () => {
    for (const info of infos)
      scope.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: { info: { uuid: 'u1', icon: undefined, ...info }, provider: extension.provider },
        }),
      )
  })
  const { connector } = createScriptedConnector(timers)
  const { linker } = await start({ timers, extensionScope: scope, connector, wallets, ...more })
  linker.send({ type: 'opened' })
  await import('../wallets/hostWallets/readHostWallets.ts')
  await timers.settle()
  const shown = () => linker.getState().wallets.shown.filter(({ isInstalled }) => isInstalled)
  const choose = async (name: string) => {
    const listing = shown().find((entry) => entry.listing.name === name)?.listing
    if (listing === undefined) throw new Error(`No ${name}.`)
    linker.send({ type: 'walletChosen', listing })
    await import('../connectors/page/loadPageConnector.ts')
    await timers.settle()
  }
  return { linker, timers, shown, choose, extension }
}

test('host wallets: come first, with their own names and icons, before extensions', async () => {
  const { provider } = createProvider(agree)
  const { shown, linker } = await open(
    [
      { id: 'ours', name: 'Our Wallet', icon, provider },
      { id: 'coinbaseWalletSDK', name: 'Our Coinbase', icon, rdns: 'com.coinbase.wallet', provider },
    ],
    { infos: [{ name: 'Rainbow', rdns: 'me.rainbow' }] },
  )
  expect(shown().map(({ listing, imageUrl, isGiven, rdns }) => [listing.name, imageUrl, isGiven, rdns])).toEqual([
    ['Our Wallet', icon, true, undefined],
    ['Our Coinbase', icon, true, undefined],
    ['Rainbow', undefined, undefined, undefined],
  ])
  expect(shown()[0]?.listing.id).toBe('ours')
  expect(linker.getState().installed).toEqual(['host.ours', 'com.coinbase.wallet', 'me.rainbow'])
})

test('host wallets: one is asked and connected without an extension', async () => {
  const { provider, asked } = createProvider(agree)
  const { choose, linker } = await open([{ id: 'ours', name: 'Our Wallet', provider: async () => provider }])
  expect(asked).toEqual([])
  await choose('Our Wallet')
  expect(linker.getState().flow).toMatchObject({
    status: 'connected',
    connection: { kind: 'extension', walletName: 'Our Wallet', accounts: [`eip155:1:${address}`] },
  })
  expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId'])
})

test('host wallets: an extension with the same rdns is the same entry', async () => {
  const ours = createProvider(agree)
  const { shown, choose, extension } = await open(
    [{ id: 'sdk', name: 'Example', rdns: ['com.example', 'com.example.mobile'], provider: ours.provider }],
    {
      infos: [
        { name: 'Example Extension', rdns: 'com.example' },
        { name: 'Example Mobile', rdns: 'com.Example.Mobile' },
      ],
    },
  )
  expect(shown().map(({ listing }) => listing.name)).toEqual(['Example'])
  await choose('Example')
  expect([ours.asked.length, extension.asked.length]).toEqual([2, 0])
})

test('host wallets: window.ethereum is offered beside them, and hidden once an extension comes', async () => {
  const { provider } = createProvider(agree)
  const given = [{ id: 'ours', name: 'Our Wallet', provider }]
  const alone = await open(given, { ethereum: provider })
  expect(alone.shown().map(({ listing }) => listing.name)).toEqual(['Our Wallet', 'Browser wallet'])
  const both = await open(given, { ethereum: provider, infos: [{ name: 'Rainbow', rdns: 'me.rainbow' }] })
  expect(both.shown().map(({ listing }) => listing.name)).toEqual(['Our Wallet', 'Rainbow'])
})

test('host wallets: refusal and silence are those of any in-page wallet', async () => {
  const refusing = createProvider(() => {
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  })
  const silent = createProvider(() => new Promise(() => {}))
  const { choose, linker, timers } = await open([
    { id: 'no', name: 'Refusing', provider: refusing.provider },
    { id: 'silent', name: 'Silent', provider: silent.provider },
    { id: 'gone', name: 'Gone', provider: async () => undefined },
  ])
  await choose('Refusing')
  await import('../connectors/foreign/refusal.ts')
  await timers.settle()
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'extension_declined' } })
  linker.send({ type: 'wentBack' })
  await choose('Gone')
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'extension_failed' } })
  linker.send({ type: 'wentBack' })
  await choose('Silent')
  await timers.advance(300_000)
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'extension_silent' } })
})

test('host wallets: none is offered if the page has no Ethereum chain', async () => {
  const { provider } = createProvider(agree)
  const chains = ['bip122:000000000019d6689c085ae165831e93'] as const
  const { shown } = await open([{ id: 'ours', name: 'Our Wallet', provider }], { chains })
  expect(shown()).toEqual([])
})

test('host wallets: the host app may list its own among the excluded ones', async () => {
  const { provider } = createProvider(agree)
  const { shown } = await open([{ id: 'ours', name: 'Our Wallet', provider }], {
    modal: { explorerExcludedWalletIds: ['ours'] },
  })
  expect(shown()).toEqual([])
})
