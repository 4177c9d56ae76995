import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'

// An operator's checklist on the stack that `npm start` boots: on a phone, every wallet of the registry that has a link.

test('"Test on your phone" opens each wallet by its link, and keeps the marks', async ({ browser, stack }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(new URL('/test-on-your-phone', stack.hostUrl).href)
  await expect(page.getByRole('heading', { name: 'Test on your phone' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^\d\d wallets on Android, 0 tested$/ })).toBeVisible()
  const row = page.getByRole('listitem', { name: 'MetaMask' })
  await expect(row.getByRole('link', { name: 'Open in MetaMask' })).toHaveAttribute(
    'href',
    `https://link.metamask.io/dapp/${new URL(stack.hostUrl).host}/`,
  )
  await page.getByLabel('Version of the system').fill('15')
  await row.getByRole('radio', { name: 'Works' }).check()
  expect(await axeProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.reload()
  await expect(row.getByRole('radio', { name: 'Works' })).toBeChecked()
  await expect(page.locator('pre')).toHaveText(/^\S+ browser\.android works phone-\d{4}-\d\d-\d\d-android-15$/)
  expect(complaints).toEqual([])
})
