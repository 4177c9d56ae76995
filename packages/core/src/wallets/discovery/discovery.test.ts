import { isListingId } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listingOf } from './announcement.ts'
import { createDiscovery } from './discovery.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='

/** Creates a window in which wallets announce themselves when asked to. */
function createWindow(answers: readonly unknown[] = [], ethereum?: unknown) {
  const scope = new EventTarget()
  if (ethereum !== undefined) Object.defineProperty(scope, 'ethereum', { get: () => ethereum, configurable: true })
  const announce = (detail: unknown) => scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  let requests = 0
  scope.addEventListener('eip6963:requestProvider', () => {
    requests += 1
    for (const detail of answers) announce(detail)
  })
  return { scope, announce, requests: () => requests }
}

/** Creates a provider that records its requests. */
function createProvider() {
  const asked: unknown[] = []
  return { asked, request: (request: unknown) => asked.push(request) }
}

const metamask = { uuid: 'u1', name: 'MetaMask', icon: png, rdns: 'io.metamask' }
const provider = createProvider()

function discover(answers: readonly unknown[], ethereum?: unknown) {
  const page = createWindow(answers, ethereum)
  let changes = 0
  const discovery = createDiscovery({
    scope: page.scope,
    onChange: () => {
      changes += 1
    },
  })
  discovery.start()
  return { discovery, changes: () => changes, ...page }
}

test('F25 shows the icon of Leather, whose type lacks "+xml"', () => {
  const icon = 'data:image/svg;base64,PHN2Zy8+'
  const { discovery } = discover([{ info: { ...metamask, icon }, provider }])
  expect(discovery.wallets()[0]?.icon).toBe('data:image/svg+xml;base64,PHN2Zy8+')
})

test('S4 finds wallets that announce themselves, also later, once for each rdns', () => {
  const { discovery, announce, changes } = discover([{ info: metamask, provider }])
  expect(discovery.wallets()).toEqual([metamask])
  expect(discovery.providerOf('io.metamask')).toBe(provider)
  const other = createProvider()
  announce({ info: { ...metamask, uuid: 'u2', name: 'Meta' }, provider: other })
  announce({ info: { ...metamask, rdns: 'me.rainbow', name: 'Rainbow' }, provider: other })
  expect(discovery.wallets().map(({ name }) => name)).toEqual(['MetaMask', 'Rainbow'])
  expect(discovery.providerOf('io.metamask')).toBe(provider)
  expect(changes()).toBe(2)
})

test.each(['IO.MetaMask', 'io.metamask.', 'Io.Metamask.'])('F21 a wallet announced as %s is io.metamask', (rdns) => {
  const { discovery, announce } = discover([{ info: { ...metamask, rdns }, provider }])
  expect(discovery.wallets()).toEqual([metamask])
  expect(discovery.providerOf(rdns)).toBe(provider)
  expect(discovery.providerOf('io.metamask')).toBe(provider)
  announce({ info: { ...metamask, uuid: 'u2' }, provider: createProvider() })
  expect(discovery.wallets()).toHaveLength(1)
})

/** The rdns of a wallet that announces itself without a usable one, and is known by its name. */
const byName = 'ethereum-metamask'

test.each(['io..metamask', '.io.metamask', 'io.metamask..', 'metamask.', 'İo.metamask'])(
  'F21 %s is not an rdns, and its wallet is known by name',
  (rdns) => {
    const { discovery } = discover([{ info: { ...metamask, rdns }, provider }])
    expect(discovery.wallets()).toEqual([{ ...metamask, rdns: byName }])
  },
)

// wevm/wagmi#4090: Bitski announces `walletId` in place of `rdns`.
test('F21 a wallet without an rdns is offered by its name, also beside others', () => {
  const { rdns: _, ...bitski } = { ...metamask, uuid: 'u3', name: 'Bitski', walletId: 'bitski' }
  const other = createProvider()
  const { discovery, announce } = discover([
    { info: metamask, provider },
    { info: bitski, provider: other },
  ])
  expect(discovery.wallets().map(({ rdns }) => rdns)).toEqual(['io.metamask', 'ethereum-bitski'])
  expect(discovery.providerOf('ethereum-bitski')).toBe(other)
  announce({ info: { ...bitski, uuid: 'u2' }, provider })
  expect(discovery.providerOf('ethereum-bitski')).toBe(other)
})

test.each(['before', 'after'])(
  'F21 an announcement without the rdns, %s the one of its provider, is left out',
  (when) => {
    const nameless = { info: { ...metamask, uuid: 'u2', name: 'Other', rdns: undefined }, provider }
    const named = { info: metamask, provider }
    const { discovery } = discover(when === 'before' ? [nameless, named] : [named, nameless])
    expect(discovery.wallets()).toEqual([metamask])
  },
)

test.each([
  ['name', { uuid: 'u2' }],
  ['name and uuid', {}],
])('T-23 a later script with the %s of a wallet without an rdns does not hide it', (_, claimed) => {
  const { discovery, announce } = discover([{ info: { ...metamask, rdns: undefined }, provider }])
  announce({ info: { ...metamask, rdns: 'x.evil', ...claimed }, provider: createProvider() })
  expect(discovery.wallets().map(({ rdns }) => rdns)).toEqual([byName, 'x.evil'])
  expect(discovery.providerOf(byName)).toBe(provider)
})

test('sends nothing before start, and hears nothing after stop', () => {
  const page = createWindow([{ info: metamask, provider }])
  const discovery = createDiscovery({ scope: page.scope, onChange() {} })
  page.announce({ info: metamask, provider })
  expect([page.requests(), discovery.wallets()]).toEqual([0, []])
  discovery.start()
  discovery.start()
  expect([page.requests(), discovery.wallets().length]).toEqual([2, 1])
  discovery.stop()
  page.announce({ info: { ...metamask, rdns: 'me.rainbow' }, provider })
  expect(discovery.wallets()).toHaveLength(1)
  expect(createDiscovery({ scope: undefined, onChange() {} }).start()).toBeUndefined()
})

test('T-23 finding wallets sends them nothing', () => {
  const quiet = createProvider()
  const { discovery } = discover([{ info: metamask, provider: quiet }], quiet)
  discovery.wallets()
  discovery.start()
  expect(quiet.asked).toEqual([])
})

const thrower = (name: string) =>
  Object.defineProperty({ ...metamask }, name, {
    get() {
      throw new Error(name)
    },
  })

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['text', 'io.metamask'],
  ['no info', { provider }],
  ['no provider', { info: metamask }],
  ['a provider that is no object', { info: metamask, provider: 'x' }],
  ['a provider that cannot be asked', { info: metamask, provider: { request: 1 } }],
  [
    'a provider whose request throws on reading',
    {
      info: metamask,
      provider: Object.defineProperty({}, 'request', {
        get() {
          throw new Error('no')
        },
      }),
    },
  ],
  ['an info whose name throws', { info: thrower('name'), provider }],
  [
    'a proxy that throws at everything',
    new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
      },
    ),
  ],
  ['a name that is no text', { info: { ...metamask, name: 7 }, provider }],
  ['a name of nothing to be seen', { info: { ...metamask, name: ' \u202e\u200b\u3164 ' }, provider }],
  ['a name without end', { info: { ...metamask, name: 'M'.repeat(1e6) }, provider }],
  ['a uuid that is no text', { info: { ...metamask, uuid: {} }, provider }],
])('T-23 ignores an announcement of %s', (_, detail) => {
  const { discovery, changes } = discover([detail])
  expect([discovery.wallets(), changes()]).toEqual([[], 0])
})

test.each([
  ['one word', 'io'],
  ['nothing', ''],
  ['our own name for window.ethereum', 'injected'],
  ['two dots', 'io..metamask'],
  ['a dot first', '.io.metamask'],
  ['a dash at a dot', 'io.-metamask'],
  ['a dash last', 'io.metamask-'],
  ['a space', 'io metamask'],
  ['a line break', 'io.metamask\n'],
  ['a Cyrillic letter', 'іo.metamask'],
  ['a prototype', '__proto__'],
  ['a path', 'io/metamask'],
  ['without end', `io.${'a'.repeat(1e6)}`],
])('T-23 %s is not an rdns', (_, rdns) => {
  const { discovery } = discover([{ info: { ...metamask, rdns }, provider }])
  expect(discovery.wallets()).toEqual([{ ...metamask, rdns: byName }])
})

test('T-23 an rdns too long for an id names no wallet', () => {
  const { discovery } = discover([{ info: { ...metamask, rdns: `io.${'a'.repeat(61)}` }, provider }])
  expect(discovery.wallets()).toEqual([])
})

test('T-13, T-23 cleans and cuts a name', () => {
  const name = `Meta\u202eMask\u0000   ${'x'.repeat(200)}`
  const { discovery } = discover([{ info: { ...metamask, name }, provider }])
  const shown = discovery.wallets()[0]?.name ?? ''
  expect(shown).toMatch(/^MetaMask x+$/)
  expect(shown.length).toBeLessThanOrEqual(64)
})

test.each([
  ['an address', 'https://evil.example/pixel.png'],
  ['a script', 'javascript:alert(1)'],
  ['a page', 'data:text/html,<script>1</script>'],
  ['an image of another kind', 'data:image/x-icon;base64,AAAA'],
  ['a number', 7],
  ['nothing', undefined],
  ['a huge image', `${png}${'A'.repeat(128 * 1024)}`],
])('T-23 drops an icon that is %s', (_, icon) => {
  const { discovery } = discover([{ info: { ...metamask, icon }, provider }])
  expect(discovery.wallets()).toEqual([{ ...metamask, icon: undefined }])
})

test.each([
  // rainbow-me/rainbowkit#2069: Phantom.
  ['after a line break', `\n${png}`, png],
  ['between spaces', `  ${png} \r\n`, png],
  ['of a common name for JPEG', 'data:image/jpg;base64,AAAA', 'data:image/jpg;base64,AAAA'],
  ['in capitals', 'DATA:image/PNG;base64,AAAA', 'DATA:image/PNG;base64,AAAA'],
  // rainbow-me/rainbowkit#2356, WalletConnect/EIP6963#19: browsers take what follows `#` for a fragment.
  [
    'of plain SVG with a color',
    'data:image/svg+xml;utf8,<svg fill="#f60"><use href="#a"/></svg>',
    'data:image/svg+xml;utf8,<svg fill="%23f60"><use href="%23a"/></svg>',
  ],
])('S4 shows an icon %s', (_, icon, shown) => {
  const { discovery } = discover([{ info: { ...metamask, icon }, provider }])
  expect(discovery.wallets()).toEqual([{ ...metamask, icon: shown }])
})

test('T-23 endless announcements of a page fill no memory and no list', () => {
  const flood = Array.from({ length: 10_000 }, (_, index) => ({
    info: { ...metamask, rdns: `spam.wallet${index}` },
    provider,
  }))
  const { discovery, changes } = discover(flood)
  expect(discovery.wallets()).toHaveLength(32)
  expect(changes()).toBe(32)
})

test('S4 a wallet that is only window.ethereum is offered as one entry', () => {
  const { discovery } = discover([], provider)
  expect(discovery.wallets()).toEqual([{ uuid: 'injected', name: 'Browser wallet', icon: undefined, rdns: 'injected' }])
  expect(discovery.providerOf('injected')).toBe(provider)
})

test('S4 window.ethereum is not offered beside announced wallets, sooner or later', () => {
  expect(discover([{ info: metamask, provider }], provider).discovery.wallets()).toEqual([metamask])
  const { discovery, announce } = discover([], provider)
  announce({ info: metamask, provider })
  expect(discovery.wallets()).toEqual([metamask])
  // A visitor who has already chosen `window.ethereum` still reaches it.
  expect(discovery.providerOf('injected')).toBe(provider)
})

// Porto's SDK announces its wallet in every page that uses it.
test('S4 on a phone window.ethereum is offered beside a wallet that the page announces', () => {
  const own = createProvider()
  const page = createWindow([{ info: metamask, provider }], own)
  const discovery = createDiscovery({ scope: page.scope, onChange() {}, allowsInjected: true })
  discovery.start()
  discovery.start()
  expect(discovery.wallets().map(({ name }) => name)).toEqual(['MetaMask', 'Browser wallet'])
  expect(discovery.providerOf('injected')).toBe(own)
  // The wallet of `window.ethereum` announces itself.
  page.announce({ info: { ...metamask, rdns: 'me.rainbow', name: 'Rainbow' }, provider: own })
  expect(discovery.wallets().map(({ name }) => name)).toEqual(['MetaMask', 'Rainbow'])
})

test('S4 window.ethereum may come late; an invalid or throwing one is no wallet', () => {
  const { discovery, scope } = discover([])
  expect(discovery.wallets()).toEqual([])
  Object.defineProperty(scope, 'ethereum', { value: provider, configurable: true })
  scope.dispatchEvent(new Event('ethereum#initialized'))
  expect(discovery.wallets()).toHaveLength(1)
  for (const ethereum of [{}, 7, 'x', { request: {} }]) expect(discover([], ethereum).discovery.wallets()).toEqual([])
  const trap = new EventTarget()
  Object.defineProperty(trap, 'ethereum', {
    get: () => {
      throw new Error('no')
    },
  })
  const trapped = createDiscovery({ scope: trap, onChange() {} })
  trapped.start()
  expect(trapped.wallets()).toEqual([])
  const again = discover([], provider)
  again.discovery.start()
  expect(again.changes()).toBe(1)
})

test('listingOf: a "-" in an rdns is not taken for a dot', () => {
  const ids = ['a-b.c', 'a.b-c', 'a.b.c', 'a--b.c', 'a.b--c'].map((rdns) => listingOf({ ...metamask, rdns }).id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('listingOf: every rdns has its own valid id, a name, and no link', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,4}(-{1,2}[a-z0-9]{1,3})?$/)
  const rdns = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(rdns, rdns, (one, other) => {
      const listing = listingOf({ ...metamask, rdns: one })
      expect(isListingId(listing.id)).toBe(true)
      expect(listing).toMatchObject({ name: 'MetaMask', rdns: one, homepage: undefined, app: {} })
      expect([listing.mobile, listing.desktop]).toEqual(Array(2).fill({ native: undefined, universal: undefined }))
      expect(listingOf({ ...metamask, rdns: other }).id === listing.id).toBe(one === other)
    }),
    { numRuns: 300 },
  )
})

test('T-23 no announcement makes discovery throw, and its wallets can be listed', () => {
  const anything = fc.anything({ maxDepth: 1, maxKeys: 3 })
  const rdns = fc.constantFrom('io.metamask', 'me.rain-bow', 'com.a.b.c', 'injected', `io.${'a'.repeat(58)}`)
  const info = fc.record({
    uuid: fc.oneof({ weight: 3, arbitrary: fc.constant('u1') }, anything),
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('ﷺ'.repeat(60)), anything),
    icon: fc.oneof(fc.constant(png), anything),
    rdns: fc.oneof({ weight: 3, arbitrary: rdns }, fc.string(), anything),
  })
  const detail = fc.oneof(anything, fc.record({ info, provider: fc.constant(provider) }))
  let shown = 0
  fc.assert(
    fc.property(fc.array(detail, { maxLength: 4 }), (details) => {
      for (const wallet of discover(details).discovery.wallets()) {
        shown += 1
        expect(listingOf(wallet).rdns).toBe(wallet.rdns)
      }
    }),
    { numRuns: 100 },
  )
  expect(shown).toBeGreaterThan(5)
})
