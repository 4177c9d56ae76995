import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { atNight, isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { builtPages } from '../pages/builtPages.ts'
import { callLinker, linkWithDemoWallet, openModal, type Proof } from '../processes/startProof.ts'

// The attacks of a hostile registry, a hostile page around ours, and a browser that stores nothing: the modal resists them all.
let proof: Proof
test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ proof: shared }) => {
  proof = shared
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

/** Records every navigation and window that the page asks for from now on. */
async function watchNavigations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const seen: string[] = []
  await session.send('Page.enable')
  session.on('Page.frameScheduledNavigation', ({ url }) => seen.push(`scheduled ${url}`))
  session.on('Page.frameRequestedNavigation', ({ url }) => seen.push(`requested ${url}`))
  session.on('Page.windowOpen', ({ url }) => seen.push(`window ${url}`))
  page.context().on('page', (opened) => seen.push(`page ${opened.url()}`))
  return seen
}

const schemes =
  'javascript data vbscript file blob filesystem intent about content chrome view-source ftp mailto tel sms market itms-services wc android-app ws ms-msdt search-ms jar shell'.split(
    ' ',
  )
const disguises: readonly ((scheme: string) => string)[] = [
  (scheme) => `${scheme}:window.hacked=1//`,
  (scheme) => `${scheme}://window.hacked=1`,
  (scheme) => `${scheme}://`,
  (scheme) => `${scheme.toUpperCase()}:window.hacked=1//`,
  (scheme) => ` ${scheme}:window.hacked=1//`,
  (scheme) => `\u0001${scheme}:window.hacked=1//`,
  (scheme) => `${scheme.slice(0, 2)}\t${scheme.slice(2)}:window.hacked=1//`,
  (scheme) => `${scheme.slice(0, 2)}\n${scheme.slice(2)}:window.hacked=1//`,
  (scheme) => `\u200b${scheme}://x`,
  (scheme) => `${scheme}&colon;//x`,
  (scheme) => `&#${scheme.charCodeAt(0)};${scheme.slice(1)}:x`,
  (scheme) => `%${scheme.charCodeAt(0).toString(16)}${scheme.slice(1)}:x`,
  (scheme) => `//${scheme}:x`,
]
const hostileLinks = schemes.flatMap((scheme) => disguises.map((disguise) => disguise(scheme)))

/** A wallet whose links are all this text. No parser has checked the listing. */
function listingOf(link: string, id = 'hostile') {
  const links = { native: link, universal: link }
  const app = Object.fromEntries(
    ['ios', 'android', 'chrome', 'firefox', 'edge', 'opera', 'safari', 'mac', 'windows', 'linux', 'browser'].map(
      (store) => [store, link],
    ),
  )
  return { id, name: 'Hostile', imageId: undefined, homepage: link, app, mobile: links, desktop: links, chains: [] }
}

// By day each link once, on one of the two devices.
for (const [turn, [device, more]] of (
  [
    ['a desktop', {}],
    ['a phone', { userAgent: iPhone, isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } }],
  ] as const
).entries()) {
  test(`T-10: ${hostileLinks.length} hostile links in a listing: no navigation on ${device}`, async ({ browser }) => {
    expect(hostileLinks.length).toBeGreaterThanOrEqual(300)
    const context = await browser.newContext(more)
    const errors = watchErrors(context)
    const page = await context.newPage()
    await page.goto(proof.hostUrl)
    await page.waitForFunction(() => Reflect.has(window, 'linker'))
    await callLinker(page, 'open')
    await page.waitForFunction(() => document.querySelector('dialog[open] h2') !== null)
    const seen = await watchNavigations(page)
    for (const link of hostileLinks.filter((_, index) => isNight || index % 2 === turn)) {
      await page.evaluate((listing) => {
        const linker = Reflect.get(window, 'linker')
        linker.chooseWallet(listing)
        for (const preferUniversal of [false, true]) linker.openChosenWallet({ preferUniversal })
        for (const via of ['mobile', 'web', 'desktop', 'qrcode']) {
          linker.chooseVia(via)
          linker.openChosenWallet({ preferUniversal: true })
        }
        linker.openInstallPage()
        linker.goBack()
      }, listingOf(link))
    }
    const hrefs = await page.evaluate(() =>
      [...document.querySelectorAll('dialog a')].map((link) => link.getAttribute('href')),
    )
    expect(hrefs.filter((href) => href !== null && hostileLinks.includes(href))).toEqual([])
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
    expect(new URL(page.url()).origin).toBe(proof.hostUrl)
    expect(seen).toEqual([])
    expect(errors).toEqual([])

    // The same steps with an allowed link do navigate.
    const links = { universal: `${proof.walletUrl}/` }
    const good = { ...listingOf('', 'good'), mobile: links, desktop: links }
    await callLinker(page, 'chooseWallet', good)
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    await context.close()
  })
}

// The tricks of an SVG: scripts, fetches, frames, endless growth. Each is sent plain, and behind a document type of its own.
const hostileBodies = [
  '<script>top.hacked = 1</script>',
  '<script href="https://evil.example/a.js"/>',
  '<script type="module">import "https://evil.example/a.js"</script>',
  '<rect onload="top.hacked=1" onclick="top.hacked=1" width="9" height="9"/>',
  '<image href="https://evil.example/a.png" onerror="top.hacked=1"/>',
  '<image href="javascript:top.hacked=1"/>',
  '<image href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 onload=%22top.hacked=1%22/%3E"/>',
  '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/"/></foreignObject>',
  '<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="top.hacked=1"/></foreignObject>',
  '<foreignObject width="9" height="9"><form xmlns="http://www.w3.org/1999/xhtml" action="https://evil.example/"/></foreignObject>',
  '<style>@import url(https://evil.example/a.css); rect { fill: url(https://evil.example/b.svg#a) }</style><rect width="9" height="9"/>',
  '<style>@font-face { font-family: a; src: url(https://evil.example/a.woff2) } text { font-family: a }</style><text y="9">a</text>',
  '<use href="https://evil.example/b.svg#a"/>',
  '<use href="data:image/svg+xml,%3Csvg id=%22a%22 xmlns=%22http://www.w3.org/2000/svg%22 onload=%22top.hacked=1%22/%3E#a"/>',
  '<a href="javascript:top.hacked=1"><rect width="9999" height="9999"/></a>',
  '<animate attributeName="href" values="javascript:top.hacked=1" onbegin="top.hacked=1" dur="1s"/>',
  '<set attributeName="onmouseover" to="top.hacked=1"/>',
  '<filter id="f"><feImage href="https://evil.example/c.png"/></filter><rect filter="url(#f)" width="9" height="9"/>',
  '<g id="a0"><rect width="9" height="9"/></g><g id="a1"><use href="#a0"/><use href="#a0"/></g><g id="a2"><use href="#a1"/><use href="#a1"/></g>',
  '<rect width="100000" height="100000" fill="red"/>',
]
const billionLaughs =
  '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "https://evil.example/x">]>'
const hostileSvgs = hostileBodies.flatMap((body) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="top.hacked=1" width="100000" height="100000">${body}`
  return [`${svg}</svg>`, `${billionLaughs}${svg}<text>&c;&x;</text></svg>`]
})

test(`T-12: ${hostileSvgs.length} pictures that are programs: none runs, asks or is shown`, async ({
  context,
  page,
}) => {
  expect(hostileSvgs.length).toBeGreaterThanOrEqual(40)
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  const listings = hostileSvgs.map((_, index) => ({ id: `w${index}`, name: `W ${index}`, image_id: `w${index}` }))
  await page.route('**/getAllListings*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { listings, total: listings.length, page: 1 },
    }),
  )
  const served = new Set<string>()
  await page.route('**/getWalletImage/**', (route) => {
    const index = Number(/getWalletImage\/w(\d+)/.exec(route.request().url())?.[1] ?? 0)
    const body = hostileSvgs[index] ?? ''
    served.add(body)
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'image/svg+xml', body })
  })
  await openModal(page, proof.hostUrl)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /View All/ })
    .click()
  // Each page of the list is preloaded whole (C5).
  await expect.poll(() => served.size).toBe(hostileSvgs.length)
  const tiles = page.locator('dialog .hawser-wallet[data-initials]')
  await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(20)
  expect(await page.locator('dialog img').count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  expect(await page.locator('dialog').locator('iframe, object, embed, foreignObject, image, use, script').count()).toBe(
    0,
  )
  expect([...hosts].filter((host) => host !== '' && !host.startsWith('localhost:'))).toEqual([])
})

const names = [
  'MetaМask',
  'Μetamask',
  'ΜetaMask',
  'MеtaMask',
  'MetaMаsk',
  'MetaMaѕk',
  'Rаinbow',
  'Trust Wаllet',
  'Тrust Wallet',
  'Ζerion',
  'Соinbase',
  'Ledgеr',
  'Phаntom',
  'Uniѕwap',
  'Ｍｅｔａ Ｍａｓｋ',
  '𝗠𝗲𝘁𝗮𝗠𝗮𝘀𝗸',
  '𝕄𝕖𝕥𝕒𝕄𝕒𝕤𝕜',
  'ⓜⓔⓣⓐⓜⓐⓢⓚ',
  'M\u0336e\u0336t\u0336a',
  'Z̴̧͓͔̲̞͚̗a̵l̷g̸o̴ ̶w̷a̸l̵l̶e̷t̴',
  '\u202eksaMateM',
  '\u202dMetaMask\u202c evil',
  '\u2067MetaMask\u2069',
  'abc \u202e gnp.exe',
  'مِحفظة',
  'ארנק שלי',
  'מטאMask123',
  '123ارنك456',
  '\u200fRTL\u200e',
  'א1ב2ג3',
  'W'.repeat(64),
  'i'.repeat(64),
  '界'.repeat(64),
  '👨‍👩‍👧‍👦'.repeat(5),
  'ﷺ',
  '𒐫𒐫𒐫𒐫',
  '꧅꧅꧅꧅',
  '௵௵௵',
  'a b '.repeat(16),
  `${'supercalifragilistic'.repeat(3)}`,
  'Meta\u200bMask',
  'Meta\u00adMask',
  'Meta\u2060Mask',
  'Meta\ufeffMask',
  'Meta\u3164Mask',
  'Meta\u034fMask',
  'Meta\u180eMask',
  'Meta\u2028Mask',
  'Meta\u0007Mask',
  'Meta\u{e0041}Mask',
  '<b>MetaMask</b>',
  '"><img src=x onerror=alert(1)>',
  '{name}',
  '%s %n',
  `$${'{name}'}`,
  "MetaMask'--",
  '&lt;script&gt;',
  'Meta\tMask\n2',
  'Ìñţérñåţîöñåļ',
  'ΜΕΤΑΜΑΣΚ',
]

test(`T-13: ${names.length} names that pretend, turn or overflow stay in their boxes`, async ({ page }) => {
  expect(names.length).toBeGreaterThanOrEqual(60)
  const listings = names.map((name, index) => ({
    ...JSON.parse(JSON.stringify(listingOf('https://a.example'))),
    id: `w${index}`,
    name,
  }))
  await page.route('**/getAllListings*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        listings: route.request().url().includes('page=1&') ? listings.slice(0, 40) : listings.slice(40),
        total: listings.length,
        page: route.request().url().includes('page=1&') ? 1 : 2,
      },
    }),
  )
  await openModal(page, `${proof.hostUrl}/?modal=${encodeURIComponent('{"explorerRecommendedWalletIds":"NONE"}')}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /View All/ })
    .click()
  await expect(page.locator('[aria-label^="MetaМask"]').first()).toBeVisible()
  const seen = new Map<string, boolean>()
  await expect
    .poll(
      async () => {
        const found = await page.evaluate(() => {
          const dialog = document.querySelector('dialog')
          const edges = dialog?.getBoundingClientRect() ?? new DOMRect()
          const tiles = [...document.querySelectorAll('.hawser-wallet[aria-label]')]
          const isIn = (inner: DOMRect, outer: DOMRect) =>
            inner.left >= outer.left - 1 && inner.right <= outer.right + 1
          const boxes = tiles.map((tile) => {
            const box = tile.getBoundingClientRect()
            const name = tile.querySelector('.hawser-wallet-name')
            const style = name === null ? undefined : getComputedStyle(name)
            const isCut = style?.overflow !== 'visible' || (name?.scrollWidth ?? 0) <= box.width + 1
            // Both values isolate the direction of the name from its surroundings.
            const isOwn = name?.tagName === 'BDI' && ['isolate', 'plaintext'].includes(style?.unicodeBidi ?? '')
            return [
              tile.getAttribute('aria-label') ?? '',
              isOwn && isCut && isIn(name.getBoundingClientRect(), box) && isIn(box, edges),
            ] as const
          })
          const list = [...(dialog?.querySelectorAll('*') ?? [])].find(
            (element) =>
              element.scrollHeight > element.clientHeight + 40 && getComputedStyle(element).overflowY === 'auto',
          )
          list?.scrollBy(0, 150)
          return boxes
        })
        for (const [name, isRight] of found) seen.set(name, isRight && seen.get(name) !== false)
        return seen.size
      },
      { timeout: 40_000, intervals: [100] },
    )
    .toBeGreaterThanOrEqual(45)
  expect([...seen].filter(([, isRight]) => !isRight).map(([name]) => name)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

const poisonedCount = isNight ? 1_000 : 20

test(`T-14: ${poisonedCount} poisoned stored values: no exception, no navigation, each is removed`, async ({
  context,
  page,
}) => {
  const errors = watchErrors(context)
  await page.goto(proof.hostUrl)
  await page.waitForFunction(() => Reflect.has(window, 'linker'))
  const seen = await watchNavigations(page)
  const left = await page.evaluate(async (count) => {
    type Made = { open(): void; stop(): void; getState(): { wallets: { shown: readonly object[] } } }
    const { makeLinker } = window as unknown as { makeLinker(): Made }
    const links = [
      'javascript:window.hacked=1',
      'https://evil.example/',
      'intent://x',
      '<img src=x onerror="window.hacked=1">',
      '__proto__',
      '../../x',
    ]
    const shapes: ((link: string, index: number) => string)[] = [
      (link) => link,
      (link) => JSON.stringify({ id: link, at: 1 }),
      (link) => JSON.stringify({ href: link, name: 'MetaMask' }),
      (link) => JSON.stringify({ id: 'rainbow', at: 1, href: link }),
      (link, index) => `{"__proto__":{"polluted":${index},"id":"${link.length}"}}`,
      (link) => `{"constructor":{"prototype":{"polluted":${link.length}}}}`,
      (_, index) => JSON.stringify({ id: 'rainbow', at: [-1, '1', null, 1e300, {}, [1]][index % 6] }),
      (link) => JSON.stringify([link]),
      (_, index) => ['null', '0', '""', '[]', '{}', 'undefined', 'NaN', '{', '\u0000', 'tru'][index % 10] ?? '',
      (link, index) => link.repeat(index % 100 === 0 ? 100_000 : 50),
    ]
    const kept: string[] = []
    for (let index = 0; index < count; index += 1) {
      const value = shapes[index % shapes.length]?.(links[index % links.length] ?? '', index) ?? ''
      for (const key of ['hawser.recentWallet', 'hawser.appSwitch']) localStorage.setItem(key, value)
      // Each linker reads the storage once, together with its lists.
      const linker = makeLinker()
      linker.open()
      while (linker.getState().wallets.shown.length === 0) await new Promise((resolve) => setTimeout(resolve))
      linker.stop()
      const rest = localStorage.getItem('hawser.recentWallet')
      if (rest !== null) kept.push(rest.slice(0, 80))
    }
    return kept
  }, poisonedCount)
  expect(left).toEqual([])
  await callLinker(page, 'open')
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(page.locator('[data-relay="acknowledged"]')).toBeVisible()
  // The linker reads `hawser.appSwitch` when it opens a wallet.
  await page.evaluate(() => localStorage.setItem('hawser.appSwitch', '<script>'))
  await linkWithDemoWallet(page)
  expect(await page.evaluate(() => [Reflect.get(window, 'hacked'), Reflect.get({}, 'polluted')])).toEqual([
    undefined,
    undefined,
  ])
  expect(
    seen.filter((entry) => !entry.includes(proof.walletUrl) && !entry.includes('about:blank') && entry !== 'page '),
  ).toEqual([])
  expect(errors).toEqual([])
})

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
}

/** Serves the proof page without a ban on framing, and at `/around` a page that frames the address in `?src=`. */
async function startFramable(): Promise<{ readonly server: Server; readonly origin: (name: string) => string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const json = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (pathname === '/session') return json({ label: 'x', isNew: false })
    if (pathname === '/config.json') {
      const { relayUrl, registryUrl, walletUrl } = proof
      const groups = { relay: { url: relayUrl }, registry: { url: registryUrl }, link: { url: '/link' } }
      return json({ ...groups, walletUrl, chains: ['eip155:1'] })
    }
    if (pathname === '/around') {
      const src = (searchParams.get('src') ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><iframe width="900" height="700" src="${src}"></iframe>`)
    }
    const file = pathname === '/' ? 'index.html' : pathname.slice(1)
    try {
      const body = readFileSync(join(builtPages.proof, file))
      response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, origin: (name) => `http://${name}:${port}` }
}

test('T-17: framed by another origin the button does nothing and says why, unless it is allowed', async ({ page }) => {
  const { server, origin } = await startFramable()
  try {
    const around = (outer: string, src: string) => `${origin(outer)}/around?src=${encodeURIComponent(src)}`
    const allowing = (allowFraming: unknown) => `/?modal=${encodeURIComponent(JSON.stringify({ allowFraming }))}`
    for (const [outer, path, isLinking] of [
      ['127.0.0.1', '/', false],
      ['127.0.0.1', allowing(true), true],
      ['127.0.0.1', allowing([origin('127.0.0.1')]), true],
      ['127.0.0.1', allowing([origin('localhost'), 'https://app.safe.global']), false],
      ['localhost', '/', true],
    ] as const) {
      await page.goto(around(outer, `${origin('localhost')}${path}`))
      const frame = page.frameLocator('iframe')
      await frame.getByRole('button', { name: 'Link a wallet' }).click()
      if (isLinking) {
        await expect(frame.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
        continue
      }
      await expect(frame.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
      const inner = page.frames()[1]
      expect(await inner?.evaluate(() => Reflect.get(window, 'linker').getState().flow.status)).toBe('closed')
      await inner?.evaluate(() => Reflect.get(window, 'linker').open())
      expect(await inner?.evaluate(() => document.querySelector('dialog[open]'))).toBeNull()
    }
    // The demo host app cannot be framed at all.
    await page.goto(around('127.0.0.1', proof.hostUrl))
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('T-22: shortens a search of 100,000 letters before it sends a request', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openModal(page, proof.hostUrl)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /View All/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
  for (const letter of ['a', ' ', '(', 'é', '\\']) {
    await page.evaluate((text) => Reflect.get(window, 'linker').searchWallets(text), letter.repeat(100_000))
  }
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'linker').getState().explorer.status)).toBe('ready')
  expect(asked.filter((url) => (new URL(url).searchParams.get('search') ?? '').length > 64)).toEqual([])
})

test('T-23: a script that calls itself MetaMask is shown by its rdns, asked only when chosen', async ({ page }) => {
  await page.addInitScript(() => {
    const requests: string[] = []
    Reflect.set(window, 'spoofed', requests)
    const announce = () => {
      const info = {
        uuid: crypto.randomUUID(),
        name: 'MetaMask',
        icon: 'https://evil.example/fox.png',
        rdns: 'evil.example.wallet',
      }
      const provider = {
        request: ({ method }: { method: string }) => {
          requests.push(method)
          return new Promise(() => {})
        },
      }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    }
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  const images: string[] = []
  page.on('request', (request) => images.push(request.url()))
  await openModal(page, proof.hostUrl)
  const dialog = page.getByRole('dialog')
  const spoof = dialog.getByRole('button', { name: /evil\.example\.wallet/ })
  await expect(spoof.first()).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'spoofed'))).toEqual([])
  await spoof.first().click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'spoofed'))).toEqual(['eth_requestAccounts'])
  await expect(dialog.getByText('evil.example.wallet').first()).toBeVisible()
  expect(images.filter((url) => url.includes('evil.example'))).toEqual([])
})

// By day recordStore.test.ts covers a full storage, and all other places where sessions are stored.
for (const [what, spoil] of [
  [
    'blocked',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }),
  ],
  ...atNight([
    'full',
    () => {
      for (let size = 1024 * 1024; size > 0; size = Math.floor(size / 2)) {
        try {
          for (let index = 0; index < 64; index += 1) localStorage.setItem(`${size} ${index}`, 'x'.repeat(size))
        } catch {
          // Full at this size; the next size is smaller.
        }
      }
    },
  ] as const),
] as const) {
  test(`T-69 F-L9: with a storage that is ${what} a wallet is linked, and nothing throws`, async ({
    context,
    page,
  }) => {
    const errors = watchErrors(context)
    await page.addInitScript(() => {
      const lost: string[] = []
      Reflect.set(window, 'lost', lost)
      window.addEventListener('unhandledrejection', ({ reason }) => lost.push(String(reason)))
    })
    await page.addInitScript(spoil)
    await openModal(page, proof.hostUrl)
    if (what === 'full') {
      const isFull = await page.evaluate(() => {
        try {
          localStorage.setItem('more', 'x'.repeat(100))
          return false
        } catch {
          return true
        }
      })
      expect(isFull).toBe(true)
    }
    await linkWithDemoWallet(page)
    expect(await page.evaluate(() => Reflect.get(window, 'lost'))).toEqual([])
    expect(errors).toEqual([])
  })
}

// test/e2e/link.test.ts makes a thousand links without a browser, or a hundred by day. More than a few here would exceed the
// link API's own limit.
if (isNight)
  test('T-69: after two links our storage is as small as after one', async ({ context, page }) => {
    test.setTimeout(240_000)
    const sizes: number[] = []
    for (let round = 0; round < 2; round += 1) {
      await openModal(page, proof.hostUrl)
      const wallet = await linkWithDemoWallet(page)
      await wallet.close()
      sizes.push(
        await page.evaluate(() =>
          Object.entries({ ...localStorage })
            .filter(([key]) => key.startsWith('hawser'))
            .reduce((sum, [key, value]) => sum + key.length + value.length, 0),
        ),
      )
    }
    expect(context.pages()).toHaveLength(1)
    expect(Math.max(...sizes)).toBe(sizes[0])
    expect(sizes[0]).toBeLessThan(256)
  })
