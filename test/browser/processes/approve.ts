import { expect, type Page } from '@playwright/test'

/**
 * Approves in the demo wallet. On a busy machine the host app's origin statement can be later than the four seconds that a page
 * waits for it. The wallet then warns about the address, and a visitor confirms it.
 */
export async function approve(wallet: Page): Promise<void> {
  const button = wallet.getByRole('button', { name: 'Approve' })
  await expect(button).toBeVisible()
  const risk = wallet.getByRole('checkbox', { name: /I know who is asking/ })
  if (await risk.isVisible()) await risk.check()
  await button.click()
}
