import { isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { test } from '../fixtures.ts'

// A page that was open while a newer version was deployed: the files it would load now are gone from the server.
const outdated = 'This page has been updated. Reload it to continue.'

const gone = {
  'is gone (404)': (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' }),
  'is answered with the page’s HTML': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>App</title>' }),
} as const

/** Announces an extension. Its requests never settle, because no test gets as far as an answer. */
function announceExtension(): void {
  const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
  const info = { uuid: 'b2f0b2a0-1111-4222-8333-444455556666', name: 'Test Wallet', icon: '', rdns: 'com.example.test' }
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link a wallet' }).first().click()
}

/** Resolves once the last Reload button has stayed in place for thirty frames: the card changes as each of its parts fails. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        let last = ''
        let frames = 0
        const look = () => {
          const button = [...document.querySelectorAll('button')].findLast((each) => each.textContent === 'Reload')
          const { x, y } = button?.getBoundingClientRect() ?? { x: 0, y: 0 }
          frames = button !== undefined && `${x} ${y}` === last ? frames + 1 : 0
          last = `${x} ${y}`
          if (frames === 30) done()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

const dialogOf = (page: Page) => page.getByRole('dialog')

type Part = {
  readonly name: string
  /** The built file that is lost. */
  readonly file: RegExp
  readonly query?: string
  readonly prepare?: (context: BrowserContext) => Promise<void>
  /** By day one part of each kind runs: the same lines fetch all parts of a kind. */
  readonly isByDay?: true
  /** Takes the steps that need the file. */
  readonly need: (page: Page) => Promise<void>
}

const parts: readonly Part[] = [
  { name: 'F07a the modal', file: /\/assets\/LinkModal-[^/]*\.js$/, isByDay: true, need: press },
  { name: 'F07a its stylesheet', file: /\/assets\/modal-[^/]*\.css$/, need: press },
  { name: 'F07b the linker', file: /\/assets\/createFlowLinker-[^/]*\.js$/, need: press },
  { name: 'F07b the protocol client', file: /\/assets\/openWalletClient-[^/]*\.js$/, isByDay: true, need: press },
  { name: 'F07b the lists of wallets', file: /\/assets\/walletOffer-[^/]*\.js$/, need: press },
  { name: 'F07b the wallets of the first view', file: /\/assets\/WalletOffer-[^/]*\.js$/, need: press },
  {
    name: 'F07c the explorer',
    file: /\/assets\/WalletExplorer-[^/]*\.js$/,
    isByDay: true,
    async need(page) {
      await press(page)
      await dialogOf(page).getByRole('button', { name: 'View All' }).click()
    },
  },
  {
    name: 'F07c the explorer’s list',
    file: /\/assets\/explorer-[^/]*\.js$/,
    async need(page) {
      await press(page)
      await dialogOf(page).getByRole('button', { name: 'View All' }).click()
    },
  },
  {
    name: 'F07c the views after the first',
    file: /\/assets\/LaterView-[^/]*\.js$/,
    async need(page) {
      await press(page)
      await dialogOf(page).getByRole('button', { name: 'View All' }).click()
    },
  },
  {
    name: 'F07c the connector to extensions',
    file: /\/assets\/loadPageConnector-[^/]*\.js$/,
    prepare: async (context) => void (await context.addInitScript(announceExtension)),
    async need(page) {
      await press(page)
      await dialogOf(page)
        .getByRole('button', { name: /Test Wallet/ })
        .click()
    },
  },
  { name: 'F07a the linked wallets', file: /\/assets\/linkedWallets-[^/]*\.js$/, need: async () => {} },
]

for (const [index, part] of parts.entries()) {
  if (!isNight && part.isByDay !== true) continue
  // By day each part is lost in one of the ways, in turn.
  for (const [what, answer] of Object.entries(gone).filter((_, way) => isNight || way === index % 2)) {
    test(`${part.name} ${what}: reload is offered, once`, async ({ page, context, stack }) => {
      await part.prepare?.(context)
      let wasLost = false
      await page.route(part.file, (route) => {
        wasLost = true
        return answer(route)
      })
      let loads = 0
      page.on('domcontentloaded', () => {
        loads += 1
      })
      await page.goto(`${stack.hostUrl}/${part.query ?? ''}`)
      await part.need(page)
      await expect(page.getByText(outdated).first()).toBeVisible()
      expect(wasLost).toBe(true)
      expect(loads).toBe(1)
      // Only developers get the text of an error.
      await expect(page.getByText(/dynamically imported|Unable to preload/)).toHaveCount(0)
      await atRest(page)
      await page.getByRole('button', { name: 'Reload' }).last().click()
      await expect.poll(() => loads).toBe(2)
      await part.need(page)
      await expect(page.getByText(/could not be loaded/).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0)
      expect(loads).toBe(2)
    })
  }
}

test('F07 offline is not a deployment: names the connection, and another press works', async ({
  page,
  context,
  stack,
}) => {
  // The page fetches nothing ahead.
  await page.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))
  await page.goto(stack.hostUrl)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Link a wallet' }).first().click()
  await expect(page.getByRole('alert').filter({ hasText: /Check your connection/ })).toBeVisible()
  await expect(page.getByText(outdated)).toHaveCount(0)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Link a wallet' }).first().click()
  await expect(dialogOf(page).getByRole('img', { name: /QR code/ })).toBeVisible()
})
