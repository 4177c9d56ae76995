import { isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { decoders } from '../code/decode.ts'
import { test } from '../fixtures.ts'
import { openModal, type Proof, shownUri } from '../processes/startProof.ts'
import type { Wallets } from '../processes/startWallets.ts'

// The page goes away at each step of a link. On its return it starts clean, and the next link works like any other.
let proof: Proof
let wallets: Wallets
test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ proof: sharedProof, wallets: sharedWallets }) => {
  proof = sharedProof
  wallets = sharedWallets
})

/** The requests that are held back. */
let kept: Route[] = []

/** Holds back the page's first request to `address` until the page has gone. `held` resolves when that request has arrived. */
async function hold(page: Page, address: RegExp, onHeld: (route: Route) => Promise<unknown> = async () => {}) {
  let seen = () => {}
  const held = new Promise<void>((resolve) => {
    seen = resolve
  })
  const keep = async (route: Route) => {
    await onHeld(route)
    kept.push(route)
    seen()
  }
  await page.route(address, keep, { times: 1 })
  return { held }
}

async function press(page: Page): Promise<void> {
  await page.goto(proof.hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
}

const flow = (page: Page) => page.evaluate(() => Reflect.get(window, 'linker').getState().flow.status)

/** Opens the modal and has a wallet scan its code. */
async function scan(page: Page, wallet: string): Promise<void> {
  await openModal(page, proof.hostUrl)
  await wallets.tell(`scan ${wallet} - ${await shownUri(page)}`, `scanned ${wallet}`)
}

async function askToSign(page: Page, wallet: string): Promise<void> {
  await scan(page, wallet)
  await wallets.tell(`approve ${wallet}`, `asked ${wallet}`)
}

type Step = {
  readonly name: string
  /** Whether the server had the proof before the page went away. */
  readonly isLinked?: true
  /** By day one step of each state of the link runs: a code, a session, a text to sign, a proof. */
  readonly isByDay?: true
  reach(page: Page, wallet: string): Promise<unknown>
}

const steps: readonly Step[] = [
  {
    name: 'opened',
    async reach(page) {
      const { held } = await hold(page, /\/LinkModal-[^/]*\.js$/)
      await press(page)
      await held
      expect(await flow(page)).toBe('choosing')
    },
  },
  {
    name: 'code drawn',
    async reach(page) {
      const { held } = await hold(page, /\/openWalletClient-[^/]*\.js$/)
      await press(page)
      await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
      await held
    },
  },
  { name: 'relay acknowledged', reach: (page) => openModal(page, proof.hostUrl) },
  { name: 'scanned', reach: scan },
  {
    name: 'approved',
    isByDay: true,
    async reach(page, wallet) {
      const { held } = await hold(page, /\/link\/challenges$/)
      await scan(page, wallet)
      await wallets.tell(`approve ${wallet}`, `approved ${wallet}`)
      await held
    },
  },
  {
    name: 'challenge issued',
    isByDay: true,
    async reach(page, wallet) {
      await askToSign(page, wallet)
      expect(await flow(page)).toBe('proving')
    },
  },
  {
    name: 'signed, and the server has not heard of it',
    async reach(page, wallet) {
      const { held } = await hold(page, /\/link\/proofs$/)
      await askToSign(page, wallet)
      await wallets.tell(`sign ${wallet}`, `signed ${wallet}`)
      await held
    },
  },
  {
    name: 'signed, and the server’s answer is lost',
    isByDay: true,
    isLinked: true,
    async reach(page, wallet) {
      const { held } = await hold(page, /\/link\/proofs$/, (route) => route.fetch())
      await askToSign(page, wallet)
      await wallets.tell(`sign ${wallet}`, `signed ${wallet}`)
      await held
    },
  },
  {
    name: 'linked',
    isLinked: true,
    async reach(page, wallet) {
      await askToSign(page, wallet)
      await wallets.tell(`sign ${wallet}`, `signed ${wallet}`)
      await expect(page.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
    },
  },
]

/** The ways in which a page goes away and comes back. */
const ways: Readonly<Record<string, (page: Page) => Promise<Page>>> = {
  reloaded: async (page) => {
    await page.reload()
    return page
  },
  'closed and opened': async (page) => {
    const context = page.context()
    // Leaving a page ends its requests. Closing the page first would stop the interception, and the held requests would go out.
    await page.goto('about:blank')
    await Promise.all(kept.map((route) => route.abort().catch(() => {})))
    await page.close()
    const next = await context.newPage()
    await next.goto(proof.hostUrl)
    return next
  },
}

/** Collects a context's exceptions, unhandled rejections and console errors. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

const linkedWallets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const answer = await fetch('/link/wallets')
    const { wallets: all } = await answer.json()
    return all.map(({ walletName }: { walletName: string }) => walletName).sort()
  })

// By day the ways alternate; by night each step runs in each way.
const cases = steps.flatMap((step, index) =>
  Object.entries(ways)
    .filter((_, wayIndex) => isNight || (step.isByDay === true && wayIndex === index % 2))
    .map(([way, leave]) => ({ way, leave, ...step })),
)

let count = 0
for (const { way, leave, name, reach, isLinked } of cases) {
  test(`F-L8 ${way} at "${name}": a new code links`, async ({ context }) => {
    count += 1
    kept = []
    // Each context is a new visitor, and an account belongs to one visitor, so each case has wallets of its own.
    const [old, fresh] = [`Old${test.info().workerIndex}x${count}`, `New${test.info().workerIndex}x${count}`]
    const errors = watchErrors(context)
    const first = await context.newPage()
    await reach(first, old)
    const uris = [await shownUri(first)]

    const page = await leave(first)
    const button = page.getByRole('button', { name: 'Link a wallet' })
    await expect(button).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await flow(page)).toBe('closed')
    expect(await shownUri(page)).toBeUndefined()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/wc:|symKey/)

    await button.click()
    const code = page.getByRole('dialog').getByRole('img', { name: /QR code/ })
    await expect(page.locator('[data-relay="acknowledged"]')).toBeVisible()
    uris.push(await shownUri(page))
    expect(uris[1]).toMatch(/^wc:/)
    expect(uris[1]?.split('@')[0]).not.toBe(uris[0]?.split('@')[0])
    expect(decoders.jsqr(await code.screenshot({ animations: 'disabled' }))).toBe(uris[1])

    // The earlier wallet continues as if nothing had happened, and changes nothing on this page.
    if (name === 'scanned') await wallets.tell(`approve ${old}`, `approved ${old}`)
    if (name === 'challenge issued') await wallets.tell(`sign ${old}`, `signed ${old}`)

    await wallets.tell(`pair ${fresh} - ${uris[1]}`, `settled ${fresh}`)
    await expect(page.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
    expect(await linkedWallets(page)).toEqual(isLinked ? [fresh, old] : [fresh])
    expect(errors).toEqual([])
  })
}
