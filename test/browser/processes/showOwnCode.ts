import { expect, type Page } from '@playwright/test'

/** Goes from the first view of the demo host app to the code of the app's own relay, which store wallets cannot answer. */
export async function showOwnCode(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^I have another wallet that uses localhost/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Scan the code' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: /Copy link/ })).toBeVisible()
  await expect(dialog.getByText(/^Only wallets that use localhost/)).toBeVisible()
}
