import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { approve } from '../processes/approve.ts'
import { runProcess } from '../processes/runProcess.ts'
import { linkWithDemoWallet } from '../processes/startProof.ts'

// A linked wallet as a way to sign in, and the way to take back a wallet that another account holds. On the demo stack: the
// host app's page, the modal, the demo wallet.
let url: string

test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ stack }) => {
  url = `${stack.hostUrl}/`
})

/** Opens the host app in a browser context of its own, which has a wallet of its own. */
async function openPage(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(url)
  return { context, page }
}

const tokenOf = async (context: BrowserContext) => {
  const cookies = await context.cookies(url)
  return cookies.find(({ name }) => name === 'hawser_session')?.value
}
const account = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Signs up, links the demo wallet, and signs out. */
async function leaveAccount(page: Page, name: string): Promise<void> {
  await page.goto(`${url}#sign-up`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.locator('form').getByRole('button', { name: 'Sign up' }).click()
  await expect(account(page, `Account ${name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Link a wallet' }).first().click()
  const wallet = await linkWithDemoWallet(page)
  await wallet.close()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await account(page, `Account ${name}`).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(account(page, /^Account visitor-/)).toBeVisible()
}

/** Opens the modal to sign in, and has the demo wallet approve and sign. Returns the text of the wallet's screen. */
async function signInWithWallet(page: Page): Promise<string> {
  await page.goto(`${url}#sign-in`)
  await page.getByRole('button', { name: 'Sign in with a wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in with your wallet' })
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Sign in with your wallet')
  return signWithDemoWallet(page, /^(Signed in|You are not signed in)$/)
}

/** Has the demo wallet approve and sign the request of the open modal. Returns the text of the wallet's screen. */
async function signWithDemoWallet(page: Page, outcome: RegExp): Promise<string> {
  const dialog = page.getByRole('dialog')
  const opened = page.context().waitForEvent('page')
  await dialog
    .getByRole('button', { name: /Hawser Demo Wallet/ })
    .first()
    .click()
  const wallet = await opened
  await approve(wallet)
  const sign = wallet.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeVisible()
  const asked = await wallet.locator('body').innerText()
  await sign.click()
  await expect(dialog.getByText(outcome).first()).toBeVisible()
  await wallet.close()
  return asked
}

/** Posts to the link API as a page of the host app does, `times` times at once; returns the status of each answer. */
function post(page: Page, path: string, body: string, times = 1): Promise<readonly number[]> {
  return page.evaluate(
    async ([path, body, times]) => {
      const headers = { 'content-type': 'application/json' }
      const answers = Array.from({ length: times }, () => fetch(`/link${path}`, { method: 'POST', headers, body }))
      return (await Promise.all(answers)).map(({ status }) => status)
    },
    [path, body, times] as const,
  )
}

test('T-53: signing in with a linked wallet starts a new session of the same account', async ({ browser }) => {
  const { context, page } = await openPage(browser)
  await leaveAccount(page, 'Barbara')
  const before = await tokenOf(context)
  const proofs: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/link/sign-in')) proofs.push(request.postData() ?? '')
  })
  const asked = await signInWithWallet(page)
  expect(asked).toMatch(new RegExp(`Sign in to ${new URL(url).host} in Chrome on \\w+ with this wallet\\.`))
  expect(asked).not.toContain('Barbara')
  await expect(page.getByRole('dialog').getByText(/^You signed in with 0x/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(account(page, 'Account Barbara')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })).toHaveCount(1)
  await page.reload()
  await expect(account(page, 'Account Barbara')).toBeVisible()

  const after = await tokenOf(context)
  expect(after === before).toBe(false)
  // The earlier cookie is void: it belongs neither to the account nor to the earlier visitor.
  const old = await browser.newContext()
  await old.addCookies([{ name: 'hawser_session', value: before ?? '', url }])
  expect((await old.request.get(`${url}link/wallets`)).status()).toBe(401)
  await old.close()

  // The wallet's signature cannot be used again, in this session or in any other.
  expect(proofs).toHaveLength(1)
  expect(await post(page, '/sign-in', proofs[0] ?? '')).toEqual([404])
  const stranger = await openPage(browser)
  expect(await post(stranger.page, '/sign-in', proofs[0] ?? '')).toEqual([404])
  await expect(account(stranger.page, /^Account visitor-/)).toBeVisible()
  await stranger.context.close()
  await context.close()
})

// By day createLink.signIn.test.ts and T-53 above cover this.
if (isNight)
  test('T-30: an answer is valid once, and in its own session', async ({ browser }) => {
    const { context, page } = await openPage(browser)
    await leaveAccount(page, 'Grace')
    // The page's own answer never reaches the server.
    let proof = ''
    await page.route('**/link/sign-in', async (route) => {
      proof = route.request().postData() ?? ''
      await route.fulfill({ status: 400, json: { code: 'proof_invalid', message: 'Kept by the test.' } })
    })
    await signInWithWallet(page)
    await page.unroute('**/link/sign-in')
    const stranger = await openPage(browser)
    expect(await post(stranger.page, '/sign-in', proof)).toEqual([404])
    await stranger.page.reload()
    await expect(account(stranger.page, /^Account visitor-/)).toBeVisible()
    const statuses = await post(page, '/sign-in', proof, 50)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    await page.reload()
    await expect(account(page, 'Account Grace')).toBeVisible()

    const asking = await stranger.page.evaluate(async () => {
      const accounts = 'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7'
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/link/challenges', {
        method: 'POST',
        headers,
        body: JSON.stringify({ purpose: 'signIn', accountId: accounts }),
      })
      return (await answer.json()).challengeId
    })
    const forged = JSON.stringify({ purpose: 'signIn', challengeId: asking, signature: JSON.parse(proof).signature })
    // The wrong signature uses up the challenge: the second attempt gets “no such challenge”.
    expect(await post(stranger.page, '/sign-in', forged)).toEqual([400])
    expect(await post(stranger.page, '/sign-in', forged)).toEqual([404])
    await stranger.context.close()
    await context.close()
  })

// By day walletSignIn.test.ts shows that it signs no one in.
if (isNight)
  test('an unlinked wallet signs no one in, and says so after the signature, with Retry', async ({ browser }) => {
    const { context, page } = await openPage(browser)
    const before = await tokenOf(context)
    await signInWithWallet(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
    await expect(dialog.getByText(/^You cannot sign in with this wallet/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('heading', { level: 2 })).not.toHaveText('You are not signed in')
    await page.keyboard.press('Escape')
    await expect(account(page, /^Account visitor-/)).toBeVisible()
    expect((await tokenOf(context)) === before).toBe(true)
    await context.close()
  })

// By day createLink.signIn.test.ts covers this.
if (isNight)
  test('T-57: an inactive link signs no one in until it is proven again', async ({ browser, stack }) => {
    const { context, page } = await openPage(browser)
    await leaveAccount(page, 'Edsger')
    const file = join(stack.dataFolder, 'host.sqlite')
    await runProcess('packages/hawser/src/main.ts', ['link', 'reprove-all', '--file', file]).line(/\d/)
    await signInWithWallet(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^You cannot sign in with this wallet/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByLabel('Name', { exact: true }).fill('Edsger')
    await page.getByLabel('Password').fill('correct horse')
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click()
    await expect(account(page, 'Account Edsger')).toBeVisible()
    await page.getByRole('button', { name: 'Link a wallet' }).first().click()
    const wallet = await linkWithDemoWallet(page)
    await wallet.close()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await account(page, 'Account Edsger').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(account(page, /^Account visitor-/)).toBeVisible()
    await signInWithWallet(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(account(page, 'Account Edsger')).toBeVisible()
    await context.close()
  })

if (isNight)
  test('T-30: the holder of the key takes the wallet from another account, and links it', async ({ browser }) => {
    const { context, page } = await openPage(browser)
    await leaveAccount(page, 'Mallory')
    await page.goto(`${url}#wallets`)
    const link = page.getByRole('button', { name: 'Link a wallet' }).first()
    const dialog = page.getByRole('dialog')
    await link.click()
    await signWithDemoWallet(page, /already linked/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const takeBack = page.getByRole('button', { name: 'Take it back' })
    await takeBack.click()
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Take back your wallet')
    const asked = await signWithDemoWallet(page, /^Wallet (not )?taken back$/)
    expect(asked).toContain(new URL(url).host)
    expect(asked).not.toContain('Mallory')
    await expect(dialog.getByText('No other account on this site holds it now.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(takeBack).toBeFocused()
    await expect(page.getByText(/^The wallet is no longer linked to another account/)).toBeVisible()

    await link.click()
    await signWithDemoWallet(page, /^Wallet linked$/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })).toHaveCount(1)
    await expect(page.getByText(/^The wallet is no longer linked/)).toBeHidden()

    const other = await openPage(browser)
    await other.page.goto(`${url}#sign-in`)
    await other.page.getByLabel('Name', { exact: true }).fill('Mallory')
    await other.page.getByLabel('Password').fill('correct horse')
    await other.page.locator('form').getByRole('button', { name: 'Sign in' }).click()
    await expect(account(other.page, 'Account Mallory')).toBeVisible()
    await expect(other.page.getByText('No wallet is linked yet.')).toBeVisible()
    // T-50: the earlier owner is notified.
    await other.page.getByRole('link', { name: 'Activity' }).click()
    await expect(other.page.getByRole('listitem').first()).toHaveText(/^Removed by someone who proved to own it: /)
    await other.context.close()
    await context.close()
  })
