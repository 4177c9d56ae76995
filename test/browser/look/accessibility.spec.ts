import { atNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from './axe.ts'

// axe on the views that a visitor meets, on both pages, in the sizes and colour schemes that people use.
let hostUrl: string
let walletUrl: string

test.beforeAll(({ stack }) => {
  hostUrl = stack.hostUrl
  walletUrl = stack.walletUrl
})

const looks = [
  [390, 'dark'],
  ...atNight([1280, 'light'] as const, [390, 'light'] as const, [1280, 'dark'] as const),
] as const

for (const [width, colorScheme] of looks) {
  test(`host page, views on the way and wallet have no axe violation: ${width} px, ${colorScheme}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      colorScheme,
      isMobile: width < 600,
      hasTouch: width < 600,
    })
    const page = await context.newPage()
    await page.goto(hostUrl)
    await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])

    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await expect(dialog.getByRole('button', { name: /View All/ })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])

    await dialog.getByRole('button', { name: /View All/ }).click()
    const search = dialog.getByRole('searchbox')
    await search.fill('rainbow')
    await expect(dialog.getByRole('button', { name: /Rainbow/ })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])

    await search.fill('no such wallet')
    await expect(dialog.getByText('No results found').first()).toBeVisible()
    expect(await axeProblems(page)).toEqual([])

    await search.fill('rainbow')
    await dialog.getByRole('button', { name: /Rainbow/ }).click()
    // Rainbow does not use this relay, so a computer shows the code for a phone.
    await expect(dialog.getByRole('heading', { name: 'Use a wallet on your phone' })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])

    await page.goto(walletUrl)
    await expect(page.getByRole('button', { name: /Scan/ })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    await context.close()
  })
}

test('a visitor links with the keyboard alone', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(hostUrl)
  await tabTo(page, 'Link a wallet')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await tabTo(page, `I have another wallet that uses localhost:${Number(new URL(hostUrl).port) + 2}`)
  await page.keyboard.press('Enter')
  await tabTo(page, 'Copy link')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link copied')).toBeVisible()

  const wallet = await context.newPage()
  await wallet.goto(walletUrl)
  await expect(wallet.getByRole('textbox')).toBeVisible()
  await wallet.getByRole('textbox').focus()
  await wallet.keyboard.press('Control+V')
  await wallet.keyboard.press('Enter')
  await expect(wallet.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await tabTo(wallet, 'Approve')
  await wallet.keyboard.press('Enter')
  await expect(wallet.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
  await tabTo(wallet, 'Sign')
  await wallet.keyboard.press('Enter')

  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await page.bringToFront()
  await tabTo(page, 'Done')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })).toHaveCount(1)
})

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (
      await page.evaluate((wanted) => {
        const element = document.activeElement
        return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim() === wanted
      }, name)
    )
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached "${name}"`)
}
