import { isNight } from '@hawser/test-kit/night'
import { devices, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { runProcess } from '../processes/runProcess.ts'

// `@walletconnect/modal` 2.7.0 as published. Our registry answers for its registry's host, and no request reaches another host.
type Ready = {
  readonly pageUrl: string
  readonly oursUrl: string
  readonly manyUrl: string
  readonly wallets: readonly { readonly name: string; readonly isMobile: boolean; readonly isDesktop: boolean }[]
}
const registryHost = 'explorer-api.walletconnect.com'
let parts: ReturnType<typeof runProcess>
let ready: Ready

test.beforeAll(async () => {
  parts = runProcess('test/browser/processes/walletConnectModalProcess.ts', [])
  ready = JSON.parse((await parts.line(/^ready /)).slice('ready '.length))
})
test.afterAll(() => parts.stop())

type Watch = { readonly asked: URL[]; readonly refused: string[]; readonly failed: string[] }

/**
 * Answers requests to the modal's registry from ours. Refuses and records other requests that leave loopback, and records
 * errors.
 */
async function openPage(page: Page, registryUrl: string, config: object = {}): Promise<Watch> {
  const watch: Watch = { asked: [], refused: [], failed: [] }
  page.on('pageerror', (error) => watch.failed.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && watch.failed.push(message.text()))
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    async (route) => {
      const url = new URL(route.request().url())
      if (url.hostname !== registryHost) {
        watch.refused.push(url.href)
        return route.abort()
      }
      watch.asked.push(url)
      const asked = `${url.pathname}${url.search}`
      try {
        const response = await route.fetch({ url: registryUrl + asked })
        if (response.status() !== 200) watch.failed.push(`${response.status()} ${asked}`)
        await route.fulfill({ response })
      } catch (error) {
        // A picture can still be loading when the test ends.
        if (!/Test ended|has been closed/.test(String(error))) watch.failed.push(`${asked}: ${error}`)
      }
    },
  )
  await page.goto(`${ready.pageUrl}/?config=${encodeURIComponent(JSON.stringify(config))}`)
  await page.getByRole('button', { name: 'Open' }).click()
  return watch
}

const namesIn = (page: Page, view: string) =>
  page
    .locator(`${view} wcm-wallet-button`)
    .evaluateAll((buttons) => buttons.map((button): string => Reflect.get(button, 'name')))

/** Whether each picture of a view has loaded. */
const pictures = (page: Page, view: string) =>
  page
    .locator(`${view} wcm-wallet-image img`)
    .evaluateAll((images) =>
      images.map((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
    )

async function viewAll(page: Page): Promise<void> {
  await page.locator('wcm-view-all-wallets-button button').click()
  await expect(page.locator('wcm-wallet-explorer-view wcm-wallet-button').first()).toBeVisible()
}

const search = (page: Page, text: string) => page.locator('wcm-search-input input').fill(text)
const expectClean = ({ refused, failed, asked }: Watch) => {
  expect([refused, failed]).toEqual([[], []])
  expect(asked.length).toBeGreaterThan(0)
}

test('WalletConnect Modal 2 on a computer: grid, explorer and pictures are of our wallets', async ({ page }) => {
  const watch = await openPage(page, ready.oursUrl)
  const usable = ready.wallets.filter(({ isMobile, isDesktop }) => isMobile || isDesktop).map(({ name }) => name)
  const grid = 'wcm-desktop-wallet-selection'
  await expect(page.locator(`${grid} wcm-wallet-button`)).toHaveCount(3)
  expect(await namesIn(page, grid)).toEqual(usable.slice(0, 3))
  await expect.poll(() => pictures(page, grid)).toEqual([true, true, true])

  await viewAll(page)
  const explorer = 'wcm-wallet-explorer-view'
  await expect(page.locator(`${explorer} wcm-wallet-button`)).toHaveCount(usable.length)
  expect(await namesIn(page, explorer)).toEqual(usable)
  await expect.poll(async () => (await pictures(page, explorer)).filter(Boolean).length).toBe(usable.length)
  expect(watch.asked.filter(({ pathname }) => pathname.includes('/getWalletImage/')).length).toBeGreaterThan(40)
  expectClean(watch)
})

if (isNight)
  test('WalletConnect Modal 2: its search finds our wallets by a part of the name and with a typo', async ({
    page,
  }) => {
    const watch = await openPage(page, ready.oursUrl)
    await viewAll(page)
    const found = () => namesIn(page, 'wcm-wallet-explorer-view')
    for (const [text, name] of [
      ['rabby', 'Rabby Wallet'],
      ['talis', 'Talisman'],
      ['RABY', 'Rabby Wallet'],
      ['app.core', 'Core'],
    ] as const) {
      await search(page, text)
      await expect.poll(async () => (await found())[0]).toBe(name)
    }
    await search(page, 'no such wallet at all')
    await expect(page.getByText('No results found')).toBeVisible()
    await search(page, '')
    await expect.poll(async () => (await found()).length).toBeGreaterThan(40)
    expect(watch.asked.filter(({ searchParams }) => searchParams.has('search')).length).toBeGreaterThanOrEqual(5)
    expectClean(watch)
  })

// By day compatible.test.ts of the registry reads page after page.
if (isNight)
  test('WalletConnect Modal 2: its paging loads page after page, each wallet once', async ({ page }) => {
    const watch = await openPage(page, ready.manyUrl)
    await viewAll(page)
    const buttons = page.locator('wcm-wallet-explorer-view wcm-wallet-button')
    await expect(async () => {
      await buttons.last().scrollIntoViewIfNeeded()
      await page.locator('wcm-wallet-explorer-view .wcm-placeholder-block').scrollIntoViewIfNeeded()
      expect(await buttons.count()).toBe(130)
    }).toPass()
    const names = await namesIn(page, 'wcm-wallet-explorer-view')
    expect(new Set(names).size).toBe(130)
    const pages = watch.asked.flatMap(({ searchParams: params }) =>
      params.get('entries') === '40' ? [params.get('page')] : [],
    )
    expect(pages).toEqual(['1', '2', '3', '4'])
    expectClean(watch)
  })

// By day compatible.test.ts of the registry covers this.
if (isNight)
  test('WalletConnect Modal 2: shows the wallets that a host recommends, and not the excluded ones', async ({
    page,
  }) => {
    const watch = await openPage(page, ready.oursUrl, {
      explorerRecommendedWalletIds: ['zerion', 'okx'],
      explorerExcludedWalletIds: ['ledger', 'kraken'],
    })
    await viewAll(page)
    const names = () => namesIn(page, 'wcm-wallet-explorer-view')
    await expect.poll(async () => (await names()).length).toBeGreaterThan(40)
    expect((await names()).slice(0, 3)).toEqual(['Zerion', 'OKX Wallet', 'MetaMask'])
    expect(await names()).not.toContain('Ledger')
    expect(await names()).not.toContain('Kraken Wallet')
    expectClean(watch)
  })

// By day, its grid shows our wallets.
if (isNight)
  test('WalletConnect Modal 2: a wallet of phones shows its code, one with a program opens', async ({ page }) => {
    const watch = await openPage(page, ready.oursUrl)
    await page.locator('wcm-wallet-button').filter({ hasText: 'MetaMask' }).first().click()
    await expect(page.locator('wcm-mobile-qr-connecting-view')).toContainText('inside MetaMask app')
    await page.reload()
    await page.getByRole('button', { name: 'Open' }).click()
    await viewAll(page)
    await search(page, 'bloom')
    await page.locator('wcm-wallet-explorer-view wcm-wallet-button').filter({ hasText: 'Bloom' }).click()
    await expect(page.locator('wcm-desktop-connecting-view')).toContainText('Continue in Bloom Wallet')
    expect(watch.refused).toEqual([])
  })

// By day, on a computer only.
if (isNight)
  test('WalletConnect Modal 2 on a phone: its grid and explorer show the wallets that open there', async ({
    browser,
  }) => {
    const { viewport, userAgent, isMobile, hasTouch } = devices['iPhone 14']
    const context = await browser.newContext({ viewport, userAgent, isMobile, hasTouch })
    const page = await context.newPage()
    const watch = await openPage(page, ready.oursUrl)
    const usable = ready.wallets.filter((wallet) => wallet.isMobile).map(({ name }) => name)
    const grid = 'wcm-mobile-wallet-selection'
    await expect(page.locator(`${grid} wcm-wallet-button`)).toHaveCount(7)
    expect(await namesIn(page, grid)).toEqual(usable.slice(0, 7))
    await viewAll(page)
    await expect.poll(() => namesIn(page, 'wcm-wallet-explorer-view')).toEqual(usable)
    expectClean(watch)
    await context.close()
  })
