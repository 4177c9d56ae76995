import { isNight } from '@hawser/test-kit/night'
import { ed25519 } from '@noble/curves/ed25519.js'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { formatOriginStatement, originSigningInput } from '../../../packages/wire/src/linkApi/originStatement.ts'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import type { Claim } from '../pages/origin/main.ts'
import { freePorts, runProcess } from '../processes/runProcess.ts'

// The claims of an asking page, the answer of the server at the claimed address, and the demo wallet's view of both.
let port: number
let parts: ReturnType<typeof runProcess>
const hostUrl = () => `http://localhost:${port}`
const walletUrl = () => `http://localhost:${port + 1}`
const relayUrl = () => `ws://localhost:${port + 2}`
/** The address of the claiming page, under one of this machine's names. */
const pageUrl = (name: string) => `http://${name}:${port + 3}`

test.beforeAll(async () => {
  port = await freePorts()
  parts = runProcess('test/browser/processes/originProcess.ts', [String(port)], { logged: 'errors' })
  await parts.line(/^ready$/)
})
test.afterAll(() => parts.stop())

type Asker = {
  pair(isOneTap: boolean): Promise<string>
  propose(claim: Claim): Promise<string>
  sign(text: string): Promise<string>
}

const pair = (page: Page, isOneTap = false) =>
  page.evaluate((oneTap) => (Reflect.get(window, 'asker') as Asker).pair(oneTap), isOneTap)
const propose = (page: Page, claim: Omit<Claim, 'relayUrl'>) =>
  page.evaluate((given) => (Reflect.get(window, 'asker') as Asker).propose(given), { ...claim, relayUrl: relayUrl() })
const sign = (page: Page, text: string) =>
  page.evaluate((given) => (Reflect.get(window, 'asker') as Asker).sign(given), text)

async function openAt(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(pageUrl(name))
  await page.waitForFunction(() => Reflect.has(window, 'asker'))
  return page
}

async function openWallet(context: BrowserContext): Promise<Page> {
  const wallet = await context.newPage()
  await wallet.goto(walletUrl())
  await expect(wallet.locator('#link')).toBeVisible()
  return wallet
}

async function paste(wallet: Page, uri: string): Promise<void> {
  await wallet.locator('#link').fill(uri)
  await wallet.keyboard.press('Enter')
}

/** Collects the Content-Security-Policy violations and exceptions of a context's pages. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) errors.push(message.text())
  })
  return errors
}

/** The problems that axe finds on a screen of a phone's width, and whether anything overflows it. */
async function problems(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  const found = await axeProblems(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return overflow > 0 ? [...found, `${overflow} px beside the screen`] : found
}

/** A statement in the form of the host app's, signed with another key. */
function forge(topic: string): string {
  const claim = { domain: `localhost:${port}`, topic, issuedAt: Date.now(), expiresAt: Date.now() + 300_000 }
  const signature = ed25519.sign(originSigningInput(claim), new Uint8Array(32).fill(1))
  return formatOriginStatement({ ...claim, signature: Buffer.from(signature).toString('hex') })
}

/** A true statement of the host app, for a pairing of one of its visitors. */
async function stateTruly(context: BrowserContext, topic: string): Promise<string> {
  await context.request.get(`${hostUrl()}/session`)
  const answer = await context.request.post(`${hostUrl()}/link/origin-statements`, {
    data: { topic },
    headers: { origin: hostUrl() },
  })
  expect(answer.status()).toBe(201)
  return answer.text()
}

/** The answer of the host app's link API to a page of another origin, with the visitor's cookies if the browser sends them. */
function askFrom(page: Page, topic: string): Promise<string | undefined> {
  return page.evaluate(
    async ([url, body]) => {
      try {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(url, { method: 'POST', credentials: 'include', headers, body })
        return response.ok ? await response.text() : undefined
      } catch {
        return undefined
      }
    },
    [`${hostUrl()}/link/origin-statements`, JSON.stringify({ topic })] as const,
  )
}

const ways: readonly {
  readonly name: string
  /** The address that the page claims; by default the host app's. */
  readonly url?: () => string
  statement(page: Page, topic: string): Promise<string | undefined>
}[] = [
  { name: 'none', statement: async () => undefined },
  { name: 'one it asks the host app for', statement: askFrom },
  { name: 'a forged one', statement: async (_, topic) => forge(topic) },
  { name: 'a true one, for another pairing', statement: (page) => stateTruly(page.context(), 'ab'.repeat(32)) },
  {
    name: 'a true one, with this pairing put in',
    statement: async (page, topic) =>
      (await stateTruly(page.context(), 'ab'.repeat(32))).replace('ab'.repeat(32), topic),
  },
  { name: 'none, with a dot at the end', url: () => `http://localhost.:${port}`, statement: async () => undefined },
  {
    name: 'a forged one, with a dot in other letters',
    url: () => `http://localhost%2e:${port}/`,
    statement: async (_, topic) => forge(topic),
  },
]

// By day each way once.
const runs = isNight ? 50 : ways.length

test(`T-31: a page on origin B claiming A is MISMATCH in ${runs} runs, by any statement`, async ({ context }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(context)
  const page = await openAt(context, 'b.localhost')
  const wallet = await openWallet(context)
  const shown: string[] = []
  for (let run = 0; run < runs; run += 1) {
    const way = ways[run % ways.length]
    const statement = await way?.statement(page, await pair(page))
    const url = way?.url?.() ?? hostUrl()
    await paste(wallet, await propose(page, { url, ...(statement !== undefined && { statement }) }))
    const claim = wallet.getByTestId('claim')
    await expect(claim).toContainText(`localhost:${port}`)
    const warnings = await wallet.getByTestId('risk').getByRole('checkbox', { checked: false }).count()
    shown.push(`${way?.name}: ${await claim.locator('.badge').textContent()} ${warnings}`)
    await wallet.getByRole('button', { name: 'Reject' }).click()
    await wallet
      .getByRole('button', { name: 'OK' })
      .or(wallet.getByRole('button', { name: 'Done' }))
      .click()
    await expect(wallet.locator('#link')).toBeVisible()
  }
  expect(shown).toEqual(Array.from({ length: runs }, (_, run) => `${ways[run % ways.length]?.name}: MISMATCH 1`))
  expect(errors).toEqual([])
})

test('T-31: the host app itself is confirmed, on both questions and after a reload', async ({ context }) => {
  const errors = watchErrors(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto(hostUrl())
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.locator('[data-relay="acknowledged"]')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const uri = await page.evaluate(() => navigator.clipboard.readText())
  const wallet = await openWallet(context)
  await paste(wallet, uri)
  const claim = wallet.getByTestId('claim')
  await expect(claim).toHaveText(/localhost:\d+.*Confirmed by this address/)
  expect(await problems(wallet)).toEqual([])
  await wallet.getByRole('button', { name: 'Approve' }).click()
  await expect(wallet.getByRole('heading', { name: 'Sign in with this text?' })).toBeVisible()
  await expect(claim).toHaveText(/Confirmed by this address/)
  await wallet.reload()
  await expect(claim).toHaveText(/Confirmed by this address/)
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Wallet linked').first()).toBeVisible()
  expect(errors).toEqual([])
})

if (isNight)
  test('T-31: the host app in one tap is confirmed', async ({ context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await page.goto(`${hostUrl()}/?oneTap`)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await expect(page.locator('[data-relay="acknowledged"]')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).first().click()
    await expect(page.getByText('Link copied')).toBeVisible()
    const wallet = await openWallet(context)
    await paste(wallet, await page.evaluate(() => navigator.clipboard.readText()))
    await expect(wallet.getByTestId('claim')).toHaveText(/Confirmed by this address/)
    await wallet.getByRole('button', { name: 'Connect and sign in' }).click()
    await expect(page.getByText('Wallet linked').first()).toBeVisible()
  })

test('T-31: an address without keys is unknown, one on the list is a scam, and says so in words', async ({
  context,
}) => {
  const wallet = await openWallet(context)
  for (const [name, words, isRisky] of [
    ['b.localhost', 'Claimed, not verified', false],
    // The host app's name at another port is another address.
    ['localhost', 'Claimed, not verified', false],
    ['scam.localhost', 'KNOWN SCAM', true],
    ['login.scam.localhost', 'KNOWN SCAM', true],
  ] as const) {
    const page = await openAt(context, name)
    await pair(page)
    await paste(wallet, await propose(page, { url: pageUrl(name) }))
    await expect(wallet.getByTestId('claim')).toContainText(pageUrl(name).slice('http://'.length))
    await expect(wallet.getByTestId('claim')).toContainText(words)
    const approve = wallet.getByRole('button', { name: 'Approve' })
    if (isRisky) {
      await expect(wallet.getByRole('alert')).toContainText('known for fraud')
      await expect(approve).toBeDisabled()
    } else await expect(approve).toBeEnabled()
    await wallet.getByRole('button', { name: 'Reject' }).click()
    await wallet
      .getByRole('button', { name: 'OK' })
      .or(wallet.getByRole('button', { name: 'Done' }))
      .click()
  }
})

const signInTo = (domain: string) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    ...['{address}', '', 'Sign in.', '', `URI: http://${domain}`, 'Version: 1', 'Chain ID: 1'],
    ...['Nonce: abcdefgh12345678', `Issued At: ${new Date().toISOString()}`],
  ].join('\n')

if (isNight)
  test('T-31, T-33: names a connected MISMATCH again, and refuses its sign-in text', async ({ context }) => {
    const page = await openAt(context, 'b.localhost')
    const wallet = await openWallet(context)
    await pair(page)
    await paste(wallet, await propose(page, { url: hostUrl() }))
    const accept = wallet.getByRole('checkbox', { name: /I know who is asking/ })
    await expect(accept).toBeVisible()
    expect(await problems(wallet)).toEqual([])
    await accept.check()
    await wallet.getByRole('button', { name: 'Approve' }).click()
    await wallet.getByRole('button', { name: 'Done' }).click()

    const text = sign(page, 'I like trains')
    await expect(wallet.getByTestId('claim')).toContainText('MISMATCH')
    await expect(wallet.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
    await wallet.reload()
    await expect(wallet.getByTestId('claim')).toContainText('MISMATCH')
    await accept.check()
    await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
    expect(await text).toBe('signed')
    await wallet.getByRole('button', { name: 'Done' }).click()

    expect(await sign(page, signInTo(`localhost:${port}`))).toBe('refused 4100')
    await expect(wallet.getByRole('heading', { name: 'Refused to protect you' })).toBeVisible()
    await expect(wallet.getByText('MISMATCH', { exact: true })).toBeVisible()
    await expect(wallet.getByRole('alert')).toContainText('that address did not confirm it')
  })

test('T-31, T-33: refuses one tap of a page on origin B claiming A as MISMATCH', async ({ context }) => {
  const page = await openAt(context, 'b.localhost')
  const wallet = await openWallet(context)
  const topic = await pair(page, true)
  const authentication = {
    chains: ['eip155:1'],
    domain: `localhost:${port}`,
    uri: hostUrl(),
    nonce: 'abcdefgh12345678',
    issuedAt: new Date().toISOString(),
    statement: 'Sign in.',
    methods: ['personal_sign'],
  } as const
  await paste(wallet, await propose(page, { url: hostUrl(), statement: forge(topic), authentication }))
  await expect(wallet.getByRole('heading', { name: 'Refused to protect you' })).toBeVisible()
  await expect(wallet.getByText('MISMATCH', { exact: true })).toBeVisible()
})

if (isNight)
  test('T-31, T-33: refuses one tap of a known scam in words', async ({ context }) => {
    const page = await openAt(context, 'scam.localhost')
    const wallet = await openWallet(context)
    await pair(page, true)
    const authentication = {
      chains: ['eip155:1'],
      domain: `scam.localhost:${port + 3}`,
      uri: pageUrl('scam.localhost'),
      nonce: 'abcdefgh12345678',
      issuedAt: new Date().toISOString(),
      statement: 'Sign in.',
      methods: ['personal_sign'],
    } as const
    await paste(wallet, await propose(page, { url: pageUrl('scam.localhost'), authentication }))
    await expect(wallet.getByRole('heading', { name: 'Refused to protect you' })).toBeVisible()
    await expect(wallet.getByText('KNOWN SCAM', { exact: true })).toBeVisible()
    await expect(wallet.getByRole('alert')).toContainText('known for fraud')
    expect(await problems(wallet)).toEqual([])
  })
