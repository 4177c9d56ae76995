// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { LinkButton } from '../button/LinkButton.tsx'
import { LinkedWallets } from '../linkedWallets/LinkedWallets.tsx'
import { LinkHistory } from '../linkedWallets/LinkHistory.tsx'
import { choosing, closed, createScriptedLinker } from '../linkerStates.fixture.ts'
import { LinkerProvider, type LinkerProviderProps } from '../provider/LinkerProvider.tsx'
import { Sessions } from '../sessions/Sessions.tsx'
import type { ViewFailedError } from './errors.ts'

afterEach(cleanup)

/** Invalid texts, as a page without type checks can pass them: every access throws. */
const broken = (...path: readonly string[]): LinkerProviderProps['messages'] =>
  path.reduceRight<object>((inner, key) => ({ [key]: inner }), { toString: null })

function show(messages: LinkerProviderProps['messages'], children?: ReactNode) {
  // React logs every error that a boundary catches.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => quiet.mockRestore())
  const errors: ViewFailedError[] = []
  const linker = createScriptedLinker(closed)
  const page = (given: LinkerProviderProps['messages']) => (
    <LinkerProvider linker={linker} messages={given ?? {}} preload="intent" onError={(error) => errors.push(error)}>
      <p>The host app</p>
      {children}
    </LinkerProvider>
  )
  const { rerender } = render(page(messages))
  return { linker, errors, change: (given: LinkerProviderProps['messages']) => rerender(page(given)) }
}

test('an error in the modal closes it with view_failed, and the host app keeps running', async () => {
  const { linker, errors, change } = show(broken('codeName'), <LinkButton />)
  act(() => linker.show(choosing))
  await waitFor(() => expect(errors.map(({ code, part }) => [code, part])).toEqual([['view_failed', 'modal']]), {
    timeout: 20_000,
  })
  expect(errors[0]?.cause).toBeInstanceOf(TypeError)
  expect(linker.calls).toEqual([['close']])
  expect(screen.getByText('The host app')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  expect(document.querySelector('dialog')).toBeNull()
  // The next `open` renders a new modal.
  act(() => linker.show(closed))
  change({})
  act(() => linker.show(choosing))
  await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true))
  expect(errors).toHaveLength(1)
})

test('so does an error in a modal that is on the page before it opens', async () => {
  const { linker, errors } = show(broken('codeName'), <LinkButton />)
  fireEvent.pointerEnter(screen.getByRole('button'))
  await waitFor(() => expect(document.querySelector('dialog')).toBeTruthy(), { timeout: 20_000 })
  act(() => linker.show(choosing))
  await waitFor(() => expect(errors).toHaveLength(1))
  act(() => linker.show(closed))
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  expect(document.querySelector('dialog')).toBeNull()
})

test.each([
  ['linked wallets', broken('linkedWallets', 'empty'), <LinkedWallets key="1" />],
  ['link history', broken('linkedWallets', 'loading'), <LinkHistory key="2" />],
  ['sessions', broken('sessions', 'title'), <Sessions key="3" />],
] as const)('an error in the %s shows a sentence in its place', async (part, messages, children) => {
  const { linker, errors } = show(messages, children)
  act(() => linker.show({ ...closed, linkedWallets: { ...closed.linkedWallets, status: 'ready' } }))
  await waitFor(() => expect(errors.map((error) => [error.code, error.part])).toEqual([['view_failed', part]]))
  expect(screen.getByText('The host app')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('(view_failed)')
})

test('without onError the failure goes to the error event of the page', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => quiet.mockRestore())
  const told: unknown[] = []
  const hear = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((callback) => {
    try {
      callback()
    } catch (error) {
      told.push(error)
    }
  })
  onTestFinished(() => hear.mockRestore())
  render(
    <LinkerProvider linker={createScriptedLinker(closed)} messages={broken('sessions', 'title') ?? {}} preload="intent">
      <Sessions />
    </LinkerProvider>,
  )
  await waitFor(() => expect(told).toEqual([expect.objectContaining({ code: 'view_failed', part: 'sessions' })]))
})

test('without showModal the modal covers the page, closes by Escape, and returns the focus', async () => {
  const { showModal, close } = HTMLDialogElement.prototype
  for (const name of ['showModal', 'close']) Reflect.set(HTMLDialogElement.prototype, name, undefined)
  onTestFinished(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }))
  const { linker, errors } = show({}, <LinkButton />)
  screen.getByRole('button').focus()
  act(() => linker.show(choosing))
  await waitFor(() => expect(document.querySelector('dialog[open][data-plain] .hawser-qr-code')).toBeTruthy(), {
    timeout: 20_000,
  })
  const heading = screen.getByRole('heading', { level: 2 })
  await waitFor(() => {
    fireEvent.keyDown(heading, { key: 'Escape' })
    expect(linker.calls.at(-1)).toEqual(['close'])
  })
  act(() => linker.show(closed))
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(errors).toEqual([])
})
