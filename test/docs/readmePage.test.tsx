// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

test('README: the page example shows the button, and the button opens the modal', async () => {
  await act(async () => {
    await import('../example/page.tsx')
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Link a wallet' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy())
  expect(await screen.findByRole('heading', { name: 'Connect your wallet' })).toBeTruthy()
  // The page uses its own relay, so no wallet from a store can answer its code.
  expect(screen.queryByRole('img', { name: /Copy link/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
})
