import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createStack } from '../../apps/stack/src/createStack.ts'
import { createBenchProgress } from '../benchProgress.ts'
import { createKey, type Key } from '../link/keys.ts'
import type { Row } from './formatTable.ts'
import { keepNames } from './measureOpening.ts'
import { median } from './median.ts'

/** A visitor's waiting times when a phone's wallet is linked from the demo host page, in milliseconds. */
type HandoffTimes = { readonly code: number; readonly pairing: number; readonly row: number }

/**
 * Measures the waits of a handoff. The demo has its own relay, so that its first code is a handoff code. A program plays the
 * phone.
 */
export async function measureHandoff(options: {
  readonly browser: Browser
  readonly rounds: number
  /** The first of four free ports, for the demo. */
  readonly port: number
}): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
  const stack = await createStack({ port: options.port, host: '127.0.0.1', dataDir: join(folder, 'data') })
  const taken: HandoffTimes[] = []
  const progress = createBenchProgress('handoff, round')
  try {
    for (let round = 0; round <= options.rounds; round += 1) {
      progress.report(round, options.rounds)
      const times = await measureOne(options.browser, stack.addresses.host, createKey(round))
      // The first round does not count: servers and browser compile their code in it.
      if (round > 0) taken.push(times)
    }
  } finally {
    progress.end()
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const row = (figure: string, read: (times: HandoffTimes) => number): Row => ({
    ...{ figure, unit: 'ms', digits: 0, ours: median(taken.map(read)) },
    ...{ reference: undefined, floor: undefined, must: undefined, stretch: undefined },
  })
  return [
    row('press → code of a handoff, demo host page', ({ code }) => code),
    row('press → code of a pairing, the same page', ({ pairing }) => pairing),
    row('digits sent → wallet linked: row written, and told', ({ row: ms }) => ms),
  ]
}

async function measureOne(browser: Browser, hostUrl: string, key: Key): Promise<HandoffTimes> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(keepNames)
    await page.addInitScript(keepHandoff)
    await page.goto(hostUrl, { waitUntil: 'networkidle' })
    const shown = '.hawser-qr-code[aria-label*="camera"]'
    const code = await page.evaluate(pressUntil, { press: 'Link a wallet', shown })
    const pairing = await showPairing(context, hostUrl)
    const { id = '', secret = '' } = await page.evaluate(() => Reflect.get(window, 'startedHandoff') ?? {})
    const digits = await signOnPhone(`${hostUrl}/link/handoff/${id}`, secret, key)
    return { code, pairing, row: await typeDigits(page, digits) }
  } finally {
    await context.close()
  }
}

/** Shows the page as it is where store wallets listen on its relay: its first code is a pairing code. */
async function showPairing(context: BrowserContext, hostUrl: string): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(keepNames)
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as object
    await route.fulfill({ response, json: { ...config, relayReach: 'network' } })
  })
  await page.goto(hostUrl, { waitUntil: 'networkidle' })
  const taken = await page.evaluate(pressUntil, { press: 'Link a wallet', shown: '.hawser-qr-code' })
  await page.close()
  return taken
}

/** Runs in the page, before its own code: keeps the link API's answer to the started handoff. */
function keepHandoff(): void {
  const own = window.fetch
  window.fetch = async (...request) => {
    const answer = await own(...request)
    if (String(request[0]).endsWith('/link/handoffs'))
      Reflect.set(window, 'startedHandoff', await answer.clone().json())
    return answer
  }
}

/** Claims and signs as the page on the phone does. Resolves to the digits. */
async function signOnPhone(url: string, secret: string, key: Key): Promise<string> {
  const post = async (path: string, body: object, grant?: string) => {
    const headers = { origin: new URL(url).origin, 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, ...(grant !== undefined && { authorization: `Handoff ${grant}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Readonly<Record<string, string>>
  }
  const { grant } = await post('/claim', { secret })
  const account = { purpose: 'link', accountId: `eip155:1:${key.address}`, walletName: 'Bench' }
  const { challengeId, message = '' } = await post('/challenges', account, grant)
  const { digits = '' } = await post('/proofs', { purpose: 'link', challengeId, signature: key.sign(message) }, grant)
  return digits
}

async function typeDigits(page: Page, digits: string): Promise<number> {
  await page.getByRole('textbox', { name: /^Six digits/ }).fill(digits)
  return page.evaluate(pressUntil, {
    press: 'Link a wallet',
    inside: 'dialog form',
    shown: 'dialog h2',
    text: 'Wallet linked',
  })
}

/**
 * Runs in the page. Presses a button, and resolves in the painted frame that shows the expected element, to the milliseconds
 * taken.
 */
function pressUntil(asked: { press: string; inside?: string; shown: string; text?: string }): Promise<number> {
  const { press, inside = 'body', shown, text } = asked
  const buttons = [...document.querySelectorAll<HTMLElement>(`${inside} button`)]
  const button = buttons.find((each) => each.textContent?.includes(press))
  if (button === undefined) throw new Error(`There is no button "${press}".`)
  const isShown = () =>
    [...document.querySelectorAll(shown)].some((each) => text === undefined || each.textContent?.includes(text))
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const look = () => {
      if (!isShown()) {
        requestAnimationFrame(look)
        return
      }
      // Runs after this frame's style, layout and paint.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - startedAt)
      port2.postMessage(undefined)
    }
    button.click()
    requestAnimationFrame(look)
  })
}
