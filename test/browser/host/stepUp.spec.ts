import { isNight } from '@hawser/test-kit/night'
import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { builtPages } from '../pages/builtPages.ts'
import { linkWithDemoWallet, type Proof, startProof } from '../processes/startProof.ts'

// The demo host app asks for the password again before it links or unlinks a wallet. The test moves the host app's clock
// forward.
let url: string
let parts: Proof

test.beforeAll(async () => {
  parts = await startProof(undefined, undefined, builtPages.host)
  url = `${parts.hostUrl}/`
})
test.afterAll(() => parts.stop())

/** Signs up in a browser context of its own, which has a wallet of its own. */
async function signUp(browser: Browser, name: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${url}#sign-up`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.locator('form').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
  return { context, page, complaints }
}

const question = (page: Page, what: string) => page.getByRole('dialog', { name: `Confirm your password to ${what}` })

async function linkWallet(page: Page): Promise<void> {
  const wallet = await linkWithDemoWallet(page)
  await wallet.close()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

if (isNight)
  test('T-55: half an hour later the page asks for the password before it links a wallet', async ({ browser }) => {
    const { context, page, complaints } = await signUp(browser, 'Ada')
    const challenges: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/link/challenges')) challenges.push(response.status())
    })
    await parts.order('pass 1860000')
    await page.reload()
    const link = page.getByRole('button', { name: 'Link a wallet' })
    await link.focus()
    await page.keyboard.press('Enter')
    const asked = question(page, 'link a wallet')
    const password = asked.getByLabel('Password')
    await expect(password).toBeFocused()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(asked).toBeHidden()
    await expect(link).toBeFocused()

    await page.keyboard.press('Enter')
    await page.keyboard.type('wrong horse')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('The password is wrong.')
    await expect(password).toBeFocused()
    const before = (await context.cookies())[0]?.value
    await password.fill('correct horse')
    await page.keyboard.press('Enter')
    await expect(asked).toBeHidden()
    await linkWallet(page)
    expect((await context.cookies())[0]?.value === before).toBe(false)
    await expect(link).toBeFocused()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })).toHaveCount(1)
    // Only one challenge was issued: the wallet was never asked in vain.
    expect(challenges).toEqual([201])
    expect(complaints).toEqual([])
    await context.close()
  })

// By day, the tests of the host app's server ask for the password.
if (isNight)
  test('T-55: the password unlinks a lost wallet that would have to sign', async ({ browser }) => {
    const { context, page, complaints } = await signUp(browser, 'Grace')
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await linkWallet(page)
    await parts.order('pass 1860000')
    await page.reload()
    const row = page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })
    const unlink = page.getByRole('group').getByRole('button', { name: 'Unlink' })
    await row.getByRole('button', { name: /^Unlink/ }).click()
    await unlink.click()
    const asked = question(page, 'unlink the wallet')
    await expect(asked).toHaveAccessibleDescription(/even if you no longer have the wallet/)
    await expect(asked.getByLabel('Password')).toBeFocused()

    // The visitor can still sign with the wallet instead.
    await asked.getByRole('button', { name: 'Sign with the wallet' }).click()
    await expect(page.getByRole('dialog', { name: 'Unlink your wallet' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('group').getByRole('button', { name: 'Sign to unlink' }).click()
    await asked.getByLabel('Password').fill('correct horse')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Linked wallets' })).toBeFocused()
    expect(complaints).toEqual([])
    await context.close()
  })
