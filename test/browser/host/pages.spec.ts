import { isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { linkWithDemoWallet } from '../processes/startProof.ts'

// The pages of host app and wallet, built and served as by `npm start`. `npm run bench` measures their paint times.

// The policy restricts the sources of workers, so the pages must be able to start them.
test.use({ serviceWorkers: 'allow' })

/** The directives that every page's policy must contain (checklist of security, CSP). */
const directives = [
  /^default-src 'none'$/,
  /^script-src 'self'$/,
  /^style-src 'self'$/,
  /^img-src 'self' data: blob:$/,
  /^connect-src 'self' ws:\/\/localhost:\d+/,
  /^base-uri 'none'$/,
  /^form-action 'none'$/,
  /^frame-ancestors 'none'$/,
  /^require-trusted-types-for 'script'$/,
  /^trusted-types (?:'none'|hawser-wallet)$/,
]

async function expectClean(
  context: BrowserContext,
  url: string,
  content: (page: Page) => ReturnType<Page['locator']>,
): Promise<Page> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const response = await page.goto(url)
  await expect(content(page)).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  const policy = response?.headers()['content-security-policy'] ?? ''
  const given = policy.split('; ')
  for (const directive of directives) expect(given.filter((each) => directive.test(each))).toHaveLength(1)
  expect(policy).not.toMatch(/unsafe|nonce|sha\d/)
  return page
}

test('host and wallet pages are clean and under the strict policy: a stranger’s', async ({ context, stack }) => {
  await expectClean(context, stack.hostUrl, (page) => page.getByText('No wallet is linked yet.'))
  await expectClean(context, stack.walletUrl, (page) => page.locator('#link'))
})

// By day, the pages of a stranger.
if (isNight)
  test('host pages are clean and under the strict policy: signed in, wallets and sessions', async ({
    context,
    page,
    stack,
  }) => {
    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await (await linkWithDemoWallet(page)).close()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.locator('.menu').getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Radia')
    await page.getByLabel('Password').fill('correct horse')
    await page.locator('form').getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('button', { name: 'Account Radia' })).toBeVisible()
    await expectClean(context, `${stack.hostUrl}/#wallets`, (opened) =>
      opened.getByRole('listitem').filter({ has: opened.getByTitle(/^eip155:1:/) }),
    )
    await expectClean(context, `${stack.hostUrl}/#sessions`, (opened) => opened.getByText('You have no other session.'))
  })
