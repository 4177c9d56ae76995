import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLink, type Link, openSqliteLinkStore, type SqliteLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'
import { isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type Extension, installExtension } from './extension.fixture.ts'

// The page that a phone opens. The link API alone serves the page, to a browser without a session.
const names = { Ethereum: 'eip155', Solana: 'solana', Bitcoin: 'bip122' } as const
const metaMask: Extension = { name: 'MetaMask', eip1193: { rdns: 'io.metamask.mobile', flags: ['isMetaMask'] } }
const phantom: Extension = { name: 'Phantom', solana: { version: '1.1.0' } }
const xverse: Extension = {
  name: 'Xverse',
  bitcoin: { shape: 'xverse', path: 'XverseProviders.BitcoinProvider', kind: 'p2wpkh' },
}
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** A wallet of the operator's own registry, which no built-in list contains. */
const quay = {
  id: 'quay',
  name: 'Quay',
  app: { ios: 'https://apps.apple.com/app/id1' },
  browser: {
    ios: { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'high' },
    namespaces: ['eip155'],
  },
}

let store: SqliteLinkStore
let link: Link
let server: Server
let origin: string
let seed = 4_000
/** The text that a log of a proxy or of the host app would contain: addresses, headers, events and failures. */
const seen: string[] = []

test.beforeAll(async () => {
  store = await openSqliteLinkStore({ file: ':memory:' })
  server = createServer((request, response) => {
    const { method, url, headers } = request
    const { authorization: _, ...others } = headers
    seen.push(JSON.stringify([method, url, others]))
    void createNodeHandler(link)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  link = createLink({
    store,
    onEvent: (event) => void seen.push(JSON.stringify(event)),
    onFailure: (error) => void seen.push(String(error)),
    publicUrl: origin,
    basePath: '/link',
    chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'],
    handoff: { pageUrl: `${origin}/link/handoff`, wallets: [quay] },
    hostUser: async (request) => {
      const id = request.headers.get('x-test-user')
      return id === null ? undefined : { id, label: `${id}@mail.example`, sessionId: `session of ${id}` }
    },
  })
})
test.afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await store.stop()
})

/** Sends a request in the session of the screen that starts the handoff. */
async function onScreen(user: string, path: string, body?: object) {
  const answer = await fetch(`${origin}/link/handoffs${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { origin, 'x-test-user': user, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function start(user: string, body: object = {}): Promise<{ id: string; secret: string; address: string }> {
  const { status, body: started } = await onScreen(user, '', body)
  expect(status).toBe(201)
  return started
}

const stateOf = async (user: string, id: string) => (await onScreen(user, `/${id}`)).body

/** Opens a page on a phone with this wallet, and collects the errors of that page. */
async function openPhone(context: BrowserContext, extension?: Extension) {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  seed += 1
  const wallet = extension && (await installExtension(page, extension, seed))
  return { page, wallet, complaints }
}

/** The places where a page's address shows: the address bar, the tab's history, the referrer, the drawn text. */
async function tracesOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  const drawn = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    // Links into wallets must contain the secret of the hop.
    for (const each of copy.querySelectorAll('a, script')) each.remove()
    return [location.href, document.referrer, document.title, copy.outerHTML]
  })
  return [...entries.map(({ url }) => url), ...drawn].join('\n')
}

/** The page's session storage, local storage and cookies, as JSON. */
function keptIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([
      ...Object.values(sessionStorage),
      ...Object.values(localStorage),
      ...(document.cookie ? [document.cookie] : []),
    ]),
  )
}

const digitsOn = async (page: Page) => (await page.locator('.digits').textContent())?.replace(/\s/g, '')
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

// By day handoff.spec.ts links an account of Ethereum, and the tests of the handoff link one of Bitcoin.
for (const [network, extension] of [
  ['Solana', phantom] as const,
  ...(isNight ? [['Bitcoin', xverse] as const, ['Ethereum', metaMask] as const] : []),
])
  test(`${extension.name}: an account of ${network} is linked from another screen, by six digits`, async ({
    context,
  }) => {
    const user = `whole ${network}`
    const { id, address } = await start(user)
    const { page, wallet, complaints } = await openPhone(context, extension)
    await page.goto(address)
    await expect(page.getByRole('button', { name: `Continue with ${extension.name}` })).toBeVisible()
    // The address bar no longer shows the secret, and opening the page claims nothing.
    expect(page.url()).toBe(`${origin}/link/handoff`)
    expect(await stateOf(user, id)).toMatchObject({ state: 'waiting', version: 1 })

    await press(page, /^Continue with/)
    await expect(page.getByText(`${user}@mail.example`)).toBeVisible()
    await expect(page.getByText('Did you start this yourself')).toBeVisible()
    expect(wallet?.signed).toEqual([])
    await press(page, /^Yes/)
    const digits = await digitsOn(page)
    expect(wallet?.signed[0]).toContain(
      `to the account '${user}@mail.example' on ${new URL(origin).host}, as asked for`,
    )
    expect(await stateOf(user, id)).toMatchObject({ state: 'proven', walletName: extension.name })
    expect(await link.linkedWallets(user)).toEqual([])

    expect((await onScreen(user, `/${id}/finish`, { digits })).status).toBe(201)
    await expect(page.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
    const [linked] = await link.linkedWallets(user)
    expect(linked?.accountId.startsWith(names[network])).toBe(true)
    expect(linked?.accountId.endsWith(wallet?.addresses[network] ?? '?')).toBe(true)
    expect(complaints).toEqual([])
    expect(await context.cookies()).toEqual([])
  })

test('finds a wallet that comes seconds late; with several networks the visitor chooses one', async ({ context }) => {
  const { id, address } = await start('late')
  const { page } = await openPhone(context, { ...metaMask, ...phantom, name: 'MetaMask', isLate: true })
  await page.goto(address)
  await expect(page.locator('.found', { hasText: 'Looking for a wallet' })).toBeVisible()
  await page.evaluate(() => (window as unknown as { announceExtension(): void }).announceExtension())
  await press(page, /^Continue with MetaMask/)
  await expect(page.getByRole('button', { name: /^Yes, link/ })).toHaveText(['Yes, link Ethereum', 'Yes, link Solana'])
  await press(page, /Solana/)
  const digits = await digitsOn(page)
  expect((await onScreen('late', `/${id}/finish`, { digits })).body.accountId).toMatch(/^solana:/)
})

test('a browser without a wallet: links into wallets have a fresh secret, the scanned one ends', async ({
  browser,
}) => {
  const { id, address, secret } = await start('plain')
  const camera = await browser.newContext({ userAgent: iPhone })
  const { page } = await openPhone(camera)
  await page.goto(address)
  await press(page, /^Open in a wallet/)
  const anchor = page.getByRole('link', { name: 'MetaMask' })
  await expect(anchor).toBeVisible()
  const href = (await anchor.getAttribute('href')) ?? ''
  expect(href).toContain('https://link.metamask.io/dapp/')
  expect(href).not.toContain(secret)
  expect(await stateOf('plain', id)).toMatchObject({ state: 'waiting', isOpenedOnPhone: true })

  // The wallet's own browser has the same host, but another cookie jar.
  const inWallet = await openPhone(await browser.newContext({ userAgent: iPhone }), metaMask)
  await inWallet.page.goto(`${new URL(origin).protocol}//${href.slice('https://link.metamask.io/dapp/'.length)}`)
  await press(inWallet.page, /^Continue with MetaMask/)
  await expect(inWallet.page.getByText('plain@mail.example')).toBeVisible()

  const again = await openPhone(await browser.newContext(), metaMask)
  await again.page.goto(address)
  await press(again.page, /^Continue with MetaMask/)
  await expect(again.page.getByText('opened somewhere else')).toBeVisible()
  // That attempt ended nothing: the holder of the fresh secret continues.
  await press(inWallet.page, /^Yes/)
  expect(await digitsOn(inWallet.page)).toMatch(/^\d{6}$/)
})

test('a wallet of the operator’s own registry comes first, with its download page', async ({ browser }) => {
  const { id, address } = await start('operator')
  const { page, complaints } = await openPhone(await browser.newContext({ userAgent: iPhone }))
  await page.goto(address)
  await press(page, /^Open in a wallet/)
  const own = page.getByRole('link', { name: 'Quay', exact: true })
  await expect(own).toBeFocused()
  const get = page.getByRole('link', { name: 'Get Quay' })
  await expect(get).toBeHidden()
  await page.getByText('Not installed yet?').click()
  await expect(get).toHaveAttribute('href', 'https://apps.apple.com/app/id1')
  await expect(get).toHaveAttribute('rel', 'noreferrer')
  expect(complaints).toEqual([])

  const href = new URL((await own.getAttribute('href')) ?? '')
  expect(href.origin).toBe('https://quay.example')
  const wallet = await openPhone(await browser.newContext({ userAgent: iPhone }), { ...metaMask, name: 'Quay' })
  await wallet.page.goto(href.searchParams.get('url') ?? '')
  await press(wallet.page, /^Continue with Quay/)
  await press(wallet.page, /^Yes/)
  const digits = await digitsOn(wallet.page)
  expect((await onScreen('operator', `/${id}/finish`, { digits })).status).toBe(201)
})

test('Back and Forward on the phone lose nothing, at any step up to the digits', async ({ browser }) => {
  const { id, address } = await start('back')
  const { page } = await openPhone(await browser.newContext({ userAgent: iPhone }))
  const away = async (on: Page) => {
    await on.goto(`${origin}/link/handoff/texts/de`)
    await on.goBack()
  }
  await page.goto(address)
  await away(page)
  await press(page, /^Open in a wallet/)
  const link = page.getByRole('link', { name: 'MetaMask', exact: true })
  await expect(link).toBeVisible()
  await away(page)
  const open = page.getByRole('button', { name: /^Open in a wallet/ })
  await expect(link.or(open)).toBeVisible()
  // The browser kept the page or loaded it again. Either way there are links that open.
  if (await open.isVisible()) await open.click()
  const href = (await link.getAttribute('href')) ?? ''

  const wallet = await openPhone(await browser.newContext({ userAgent: iPhone }), metaMask)
  await wallet.page.goto(`http://${href.slice('https://link.metamask.io/dapp/'.length)}`)
  await press(wallet.page, /^Continue with/)
  await expect(wallet.page.getByText('back@mail.example')).toBeVisible()
  await away(wallet.page)
  await press(wallet.page, /^Yes/)
  const digits = await digitsOn(wallet.page)
  await away(wallet.page)
  expect(await digitsOn(wallet.page)).toBe(digits)
  expect(await stateOf('back', id)).toMatchObject({ state: 'proven' })
  expect((await onScreen('back', `/${id}/finish`, { digits })).status).toBe(201)
  await expect(wallet.page.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
})

test('a wallet browser without a provider: reports it, claims nothing, and another wallet links', async ({
  browser,
}) => {
  const { id, address } = await start('without')
  const { page, complaints } = await openPhone(await browser.newContext({ userAgent: iPhone }))
  await page.clock.install()
  await page.goto(address)
  await expect(page.locator('.found', { hasText: 'Looking for a wallet' })).toBeVisible()
  expect(await stateOf('without', id)).toMatchObject({ state: 'waiting', isWithoutWallet: false, version: 1 })
  // The screen's long poll returns as soon as the phone reports that it has no wallet.
  const told = onScreen('without', `/${id}?after=1`)
  await page.clock.runFor(8_000)
  await expect(page.locator('.found', { hasText: 'This browser has no wallet' })).toBeVisible()
  expect((await told).body).toMatchObject({ state: 'waiting', isWithoutWallet: true, isOpenedOnPhone: false })

  await press(page, /^Open in a wallet/)
  const href = (await page.getByRole('link', { name: 'MetaMask' }).getAttribute('href')) ?? ''
  expect(await stateOf('without', id)).toMatchObject({ isWithoutWallet: false, isOpenedOnPhone: true })
  expect(complaints).toEqual([])
  const other = await openPhone(await browser.newContext({ userAgent: iPhone }), metaMask)
  await other.page.goto(`${new URL(origin).protocol}//${href.slice('https://link.metamask.io/dapp/'.length)}`)
  await press(other.page, /^Continue with MetaMask/)
  await press(other.page, /^Yes/)
  const digits = await digitsOn(other.page)
  expect((await onScreen('without', `/${id}/finish`, { digits })).status).toBe(201)
})

test('T-60: a secret is in no address, referrer, history or storage, and ends with the hop', async ({ browser }) => {
  const { id, address, secret } = await start('secrets')
  const camera = await openPhone(await browser.newContext({ userAgent: iPhone }))
  await camera.page.goto(address)
  // A browser writes its history a moment after the page has changed its address.
  await expect.poll(() => tracesOf(camera.page)).not.toContain(secret)
  await press(camera.page, /^Open in a wallet/)
  const anchor = camera.page.getByRole('link', { name: 'MetaMask' })
  await expect(anchor).toHaveAttribute('rel', 'noreferrer')
  const href = (await anchor.getAttribute('href')) ?? ''
  const [, fresh = ''] = new RegExp(`#h=${id}\\.([\\w-]{43})$`).exec(href) ?? []
  expect(fresh).toMatch(/^[\w-]{43}$/)
  // A vendor's analytics get only the address of the page, the id and this secret.
  expect(href.replace(fresh, '').replace(id, '')).toBe(
    `https://link.metamask.io/dapp/${new URL(origin).host}/link/handoff#h=.`,
  )
  for (const traces of [await tracesOf(camera.page), await keptIn(camera.page)]) expect(traces).not.toContain(secret)

  const inWallet = await openPhone(await browser.newContext({ userAgent: iPhone }), metaMask)
  await inWallet.page.goto(`http://${href.slice('https://link.metamask.io/dapp/'.length)}`)
  await expect.poll(() => tracesOf(inWallet.page)).not.toContain(fresh)
  await press(inWallet.page, /^Continue with MetaMask/)
  await press(inWallet.page, /^Yes/)
  const digits = await digitsOn(inWallet.page)
  expect(await keptIn(inWallet.page)).not.toContain(fresh)
  expect((await onScreen('secrets', `/${id}/finish`, { digits })).status).toBe(201)
  await expect(inWallet.page.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
  expect(await keptIn(inWallet.page)).toBe('[]')

  // Secrets that outlive the handoff open nothing and reveal nothing.
  for (const kept of [secret, fresh])
    for (const path of ['claim', 'hop', 'no-wallet']) {
      const answer = await fetch(`${origin}/link/handoff/${id}/${path}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ secret: kept }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'handoff_elsewhere' }])
    }
  const said = seen.join('\n')
  expect(said).toContain(`/link/handoff/${id}/claim`)
  for (const text of [secret, fresh]) expect(said).not.toContain(text)
  expect(said).not.toMatch(/"referer":"[^"]*[?#]/)
})

test('"No, stop" ends it on both sides, before anything is signed', async ({ context }) => {
  const { id, address } = await start('stopped')
  const { page, wallet } = await openPhone(context, metaMask)
  await page.goto(address)
  await press(page, /^Continue with/)
  await press(page, /^No, stop/)
  await expect(page.getByRole('heading', { name: 'Nothing was linked' })).toBeVisible()
  expect(wallet?.signed).toEqual([])
  expect(await stateOf('stopped', id)).toMatchObject({ state: 'refused', reason: 'declined' })
})

test('a refusal in the wallet can be retried', async ({ context }) => {
  const { address } = await start('refused')
  const { page } = await openPhone(context, { ...metaMask, answer: 'rejects' })
  await page.goto(address)
  await press(page, /^Continue with/)
  await press(page, /^Yes/)
  await expect(page.locator('.problem', { hasText: 'You declined in the wallet.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try again/ })).toBeVisible()
})

test('a reload restarts the same page before the claim, and continues after it', async ({ context }) => {
  const { id, address } = await start('reloaded')
  const { page } = await openPhone(context, metaMask)
  await page.goto(address)
  await page.reload()
  await press(page, /^Continue with/)
  await expect(page.getByText('reloaded@mail.example')).toBeVisible()
  await page.reload()
  await expect(page.getByText('reloaded@mail.example')).toBeVisible()
  await press(page, /^Yes/)
  const digits = await digitsOn(page)
  await page.reload()
  expect(await digitsOn(page)).toBe(digits)
  expect(await stateOf('reloaded', id)).toMatchObject({ state: 'proven' })
})

test('opened in two places, stops in both', async ({ browser }) => {
  const { id, address } = await start('twice')
  const [first, second] = [
    await openPhone(await browser.newContext(), metaMask),
    await openPhone(await browser.newContext(), metaMask),
  ]
  for (const { page } of [first, second]) await page.goto(address)
  await press(first.page, /^Continue with/)
  await expect(first.page.getByText('twice@mail.example')).toBeVisible()
  await press(second.page, /^Continue with/)
  await expect(second.page.getByText('opened somewhere else')).toBeVisible()
  await press(first.page, /^Yes/)
  await expect(first.page.getByText('opened somewhere else')).toBeVisible()
  expect(await stateOf('twice', id)).toMatchObject({ state: 'elsewhere' })
})
