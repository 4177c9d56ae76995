// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { LinkButton } from '../button/LinkButton.tsx'
import { LinkedWallets } from '../linkedWallets/LinkedWallets.tsx'
import { LinkHistory } from '../linkedWallets/LinkHistory.tsx'
import { choosing, closed, createScriptedLinker, scanning } from '../linkerStates.fixture.ts'
import { Sessions } from '../sessions/Sessions.tsx'
import { LinkerProvider, type LinkerProviderProps } from './LinkerProvider.tsx'

afterEach(cleanup)

const dialogOf = () => document.querySelector<HTMLElement>('dialog.hawser-modal')

test('F11a the theme follows the property of LinkerProvider at once, closed and open', async () => {
  const made = { ...closed, options: { themeMode: 'dark', theme: 'paper' } } as const
  const linker = createScriptedLinker(made)
  const page = (theme: Pick<LinkerProviderProps, 'themeMode' | 'theme' | 'themeVariables'>) => (
    <LinkerProvider linker={linker} {...theme}>
      <LinkButton className="ours" />
      <LinkedWallets />
      <LinkHistory />
      <Sessions />
    </LinkerProvider>
  )
  const { rerender } = render(page({}))
  await waitFor(() => expect(dialogOf()).toBeTruthy(), { timeout: 20_000 })
  const modes = () =>
    ['.hawser-modal', '.hawser-linked', '.hawser-sessions'].map(
      (selector) => document.querySelector<HTMLElement>(selector)?.dataset.theme,
    )
  const accents = () =>
    ['.hawser-modal', '.hawser-linked', '.hawser-sessions'].map((selector) =>
      document.querySelector<HTMLElement>(selector)?.style.getPropertyValue('--hawser-accent'),
    )
  const themes = () =>
    [
      ...document.querySelectorAll<HTMLElement>('.ours, .hawser-link-button, .hawser-linked, .hawser-sessions, dialog'),
    ].map((element) => element.dataset.hawserTheme)
  // The page's button, the list with its button, the history, the sessions and the modal.
  const six = (theme: string) => Array.from({ length: 6 }, () => theme)
  expect(themes()).toEqual(six('paper'))
  expect(modes()).toEqual(['dark', 'dark', 'dark'])
  rerender(page({ themeMode: 'light' }))
  expect(modes()).toEqual(['light', 'light', 'light'])
  act(() => linker.show({ ...choosing, options: made.options }))
  expect(modes()).toEqual(['light', 'light', 'light'])
  rerender(page({ theme: 'ink' }))
  expect(themes()).toEqual(six('ink'))
  rerender(page({ themeMode: 'auto', themeVariables: { '--hawser-accent': '#aa0000' } }))
  expect(modes()).toEqual(['auto', 'auto', 'auto'])
  expect(accents()).toEqual(['#aa0000', '#aa0000', '#aa0000'])
  // Without the props, the linker's options apply.
  rerender(page({}))
  expect(modes()).toEqual(['dark', 'dark', 'dark'])
  expect(accents()).toEqual(['', '', ''])
  expect(themes()).toEqual(six('paper'))
})

test('F11a follows a change of the page’s language at once, closed and open', async () => {
  const root = document.documentElement
  root.lang = 'en'
  onTestFinished(() => root.removeAttribute('lang'))
  const linker = createScriptedLinker(closed)
  render(<LinkerProvider linker={linker} />)
  await waitFor(() => expect(dialogOf()?.lang).toBe('en'), { timeout: 20_000 })
  root.lang = 'fa'
  await waitFor(() => expect([dialogOf()?.lang, dialogOf()?.dir]).toEqual(['fa', 'rtl']), { timeout: 20_000 })
  act(() => linker.show(choosing))
  root.lang = 'de-AT'
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Wallet verbinden'), {
    timeout: 20_000,
  })
  expect(dialogOf()?.dir).toBe('ltr')
})

/** Wraps each text in a <font>, as browser translators do, except where the page says `translate="no"`. */
function translate(element: Element): void {
  for (const node of [...element.childNodes]) {
    if (node instanceof Element) {
      if (node.getAttribute('translate') !== 'no') translate(node)
    } else if (node instanceof Text && node.data.trim() !== '') {
      const font = document.createElement('font')
      node.replaceWith(font)
      font.append(node.data.toUpperCase())
    }
  }
}

test('F13a texts that change stay alive under a translator', async () => {
  const linker = createScriptedLinker(closed)
  render(
    <LinkerProvider linker={linker}>
      <p>The host app</p>
      <LinkedWallets />
    </LinkerProvider>,
  )
  await waitFor(() => expect(dialogOf()).toBeTruthy(), { timeout: 20_000 })
  const counted = (codeSecondsLeft: number) => act(() => linker.show({ ...scanning, codeSecondsLeft }))
  counted(270)
  expect(screen.getByRole('timer').textContent).toContain('4:30')
  translate(document.body)
  expect(screen.getByText('THE HOST APP')).toBeTruthy()
  counted(269)
  expect(screen.getByRole('timer').textContent).toContain('4:29')
  act(() => linker.show(closed))
})
