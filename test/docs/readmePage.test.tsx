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
  // Its relay is its own: no wallet of a store can answer a code of it.
  expect(screen.queryByRole('img', { name: /Copy link/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
})
