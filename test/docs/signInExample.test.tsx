// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SignIn } from '../example/signIn.tsx'

afterEach(cleanup)

test('README of react: signing in with a wallet is a button that opens the modal for it', () => {
  render(<SignIn />)
  const button = screen.getByRole('button', { name: 'Sign in with a wallet' })
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
})
