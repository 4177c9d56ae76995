// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closed, createScriptedLinker } from '../linkerStates.fixture.ts'
import { LinkerProvider } from '../provider/LinkerProvider.tsx'
import { LinkButton } from './LinkButton.tsx'

afterEach(cleanup)

function show(isFramed: boolean) {
  render(
    <LinkerProvider linker={createScriptedLinker({ ...closed, isFramed })} preload="intent">
      <LinkButton />
    </LinkerProvider>,
  )
  return screen.getByRole('button', { name: 'Link a wallet' })
}

test('T-17: inside a page of another origin the button says why it does nothing', async () => {
  // `setURL` does not navigate. A navigation would change the address later.
  Reflect.get(window, 'happyDOM').setURL('https://host.example/account?tab=wallets&uri=wc%3A7f%402%3FsymKey%3D58#links')
  const button = show(true)
  const link = await screen.findByRole('link', { name: 'Open in a new tab' })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toContain('This page is shown inside another site.')
  expect(link.getAttribute('href')).toBe('https://host.example/account?tab=wallets#links')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

test('opens the modal for the button’s purpose, by default to link a wallet', () => {
  const linker = createScriptedLinker(closed)
  render(
    <LinkerProvider linker={linker} preload="intent">
      <LinkButton>Link</LinkButton>
      <LinkButton purpose={{ kind: 'signIn' }}>Sign in</LinkButton>
    </LinkerProvider>,
  )
  for (const name of ['Link', 'Sign in']) fireEvent.click(screen.getByRole('button', { name }))
  expect(linker.calls).toEqual([['open'], ['open', { purpose: { kind: 'signIn' } }]])
})

test('a click asks for the modal’s code before it moves the focus', () => {
  const order: string[] = []
  const preload = async () => void order.push('code')
  const onFocus = () => order.push('focus')
  document.addEventListener('focusin', onFocus, true)
  render(
    <LinkerProvider linker={{ ...createScriptedLinker(closed), preload }} preload="intent">
      <LinkButton />
    </LinkerProvider>,
  )
  fireEvent.click(screen.getByRole('button'))
  document.removeEventListener('focusin', onFocus, true)
  expect(order.slice(0, 2)).toEqual(['code', 'focus'])
})

test('T-17: in a page of its own the button has no text beside it', () => {
  expect(show(false).getAttribute('aria-describedby')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
