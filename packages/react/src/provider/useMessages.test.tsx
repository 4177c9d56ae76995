// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { LinkButton } from '../button/LinkButton.tsx'
import { choosing, closed, createScriptedLinker } from '../linkerStates.fixture.ts'
import { loadMessages } from '../messages/loadMessages.ts'
import { ar } from '../messages/modal/ar.ts'
import { en, type Messages } from '../messages/modal/en.ts'
import { LinkerProvider, type LinkerProviderProps } from './LinkerProvider.tsx'

// Elements are found by name and text, so that these tests do not depend on the look of the views.
const soon = { timeout: 20_000 }
const html = document.documentElement
const visitorsLanguages = Object.getOwnPropertyDescriptor(navigator, 'languages')

function speak(...languages: readonly string[]) {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
}

afterEach(() => {
  cleanup()
  html.lang = ''
  if (visitorsLanguages === undefined) Reflect.deleteProperty(navigator, 'languages')
  else Object.defineProperty(navigator, 'languages', visitorsLanguages)
})

function app(props: Partial<LinkerProviderProps> = {}, linker = createScriptedLinker(closed)) {
  return (
    <LinkerProvider linker={linker} {...props}>
      <LinkButton />
    </LinkerProvider>
  )
}
const button = (name: string) => screen.findByRole('button', { name }, soon)
const dialog = () => document.querySelector('dialog')

test('C12: the page’s own language comes first, and the button has it before any press', async () => {
  html.lang = 'de-AT'
  speak('fr')
  render(app())
  expect(await button('Wallet verknüpfen')).toBeTruthy()
})

test('C12: in a page without a language, the visitor’s first that has texts', async () => {
  speak('nb-NO', 'pt-BR', 'de')
  render(app())
  expect(await button('Vincular uma carteira')).toBeTruthy()
})

test('C12: English for a page in a language without texts, for a visitor of any language', async () => {
  html.lang = 'nb'
  speak('de')
  const linker = createScriptedLinker(closed)
  render(app({}, linker))
  act(() => linker.show(choosing))
  await waitFor(() => expect(dialog()?.lang).toBe('en'), soon)
  expect(await button('Link a wallet')).toBeTruthy()
})

test('C12: the dialog has tag, direction and texts of the language', async () => {
  const linker = createScriptedLinker(closed)
  render(<StrictMode>{app({ locale: 'he', preload: 'intent' }, linker)}</StrictMode>)
  act(() => linker.show(choosing))
  await waitFor(() => expect(dialog()?.lang).toBe('he'), soon)
  expect(dialog()?.dir).toBe('rtl')
  expect(screen.getByRole('heading', { name: 'חיבור הארנק שלך' })).toBeTruthy()
})

test('C12: with preload="intent" nothing changes until the visitor points at the button', async () => {
  render(app({ locale: 'it', preload: 'intent' }))
  fireEvent.pointerEnter(await button('Link a wallet'))
  expect(await button('Collega un wallet')).toBeTruthy()
})

test('C12: the host changes the language, also back to English, also before it has arrived', async () => {
  const linker = createScriptedLinker(closed)
  const { rerender } = render(app({ locale: 'ja' }, linker))
  rerender(app({ locale: 'ko' }, linker))
  expect(await button('지갑 연동하기')).toBeTruthy()
  rerender(app({ locale: 'en' }, linker))
  expect(screen.getByRole('button', { name: 'Link a wallet' })).toBeTruthy()
  rerender(app({ locale: 'ja' }, linker))
  expect(await button('ウォレットを連携')).toBeTruthy()
})

test('C12: the page changes its language while closed: the modal follows when it opens', async () => {
  html.lang = 'fr'
  const linker = createScriptedLinker(closed)
  render(app({}, linker))
  expect(await button('Associer un portefeuille')).toBeTruthy()
  html.lang = 'en'
  act(() => linker.show(choosing))
  await waitFor(() => expect(dialog()?.lang).toBe('en'), soon)
  expect(screen.getByRole('heading', { name: 'Connect your wallet' })).toBeTruthy()
})

test('C12: the page changes its language while texts load: the last language counts', async () => {
  html.lang = 'th'
  const linker = createScriptedLinker(closed)
  render(app({ preload: 'intent' }, linker))
  act(() => linker.show(choosing))
  await waitFor(() => expect(dialog()).not.toBeNull(), soon)
  // Two requests for a language, by the modal and by its parallel fetch, and then the page changes its language.
  act(() => linker.show(closed))
  act(() => linker.show(choosing))
  html.lang = 'en'
  act(() => linker.show(closed))
  act(() => linker.show(choosing))
  await act(() => loadMessages(['th']))
  await waitFor(() => expect(dialog()?.lang).toBe('en'), soon)
  expect(screen.getByRole('button', { name: 'Link a wallet' })).toBeTruthy()
})

test('C12: the host’s own texts override those of the language', async () => {
  const linker = createScriptedLinker(closed)
  render(app({ locale: 'es', messages: { connectYourWallet: 'Elige tu billetera' } }, linker))
  expect(await button('Vincular una billetera')).toBeTruthy()
  act(() => linker.show(choosing))
  expect(await screen.findByRole('heading', { name: 'Elige tu billetera' }, soon)).toBeTruthy()
})

test('C12: a dictionary that is passed in is used by the first render, and none is fetched', async () => {
  html.lang = 'de'
  const linker = createScriptedLinker(closed)
  const markup = renderToString(app({ messages: ar }, linker))
  expect(markup).toContain(ar.linkWallet)
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = markup
  const complaints: unknown[] = []
  const log = console.error
  console.error = (...parts: unknown[]) => complaints.push(parts)
  try {
    const hydrated = await act(() =>
      hydrateRoot(root, app({ messages: ar }, linker), { onRecoverableError: (error) => complaints.push(error) }),
    )
    act(() => linker.show(choosing))
    await waitFor(() => expect(dialog()?.dir).toBe('rtl'), soon)
    expect(dialog()?.lang).toBe('ar')
    expect(complaints).toEqual([])
    act(() => hydrated.unmount())
  } finally {
    console.error = log
    root.remove()
  }
})

test('C12: rendered on a server without a dictionary it is English, and hydrates quietly', async () => {
  html.lang = 'de'
  const markup = renderToString(app({ locale: 'de' }))
  expect(markup).toContain('Link a wallet')
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = markup
  const complaints: unknown[] = []
  const log = console.error
  console.error = (...parts: unknown[]) => complaints.push(parts)
  try {
    const hydrated = await act(() =>
      hydrateRoot(root, app({ locale: 'de' }), { onRecoverableError: (error) => complaints.push(error) }),
    )
    await waitFor(() => expect(root.querySelector('button')?.textContent).toBe('Wallet verknüpfen'), soon)
    expect(complaints).toEqual([])
    act(() => hydrated.unmount())
  } finally {
    console.error = log
    root.remove()
  }
})

test('C12: a host adds a language: a whole dictionary with its own tag and direction', async () => {
  const nb: Messages = { ...en, language: 'nb', linkWallet: 'Koble til en lommebok' }
  html.lang = 'de'
  const linker = createScriptedLinker(closed)
  render(app({ messages: nb }, linker))
  act(() => linker.show(choosing))
  await waitFor(() => expect(dialog()?.lang).toBe('nb'), soon)
  expect(screen.getByRole('button', { name: 'Koble til en lommebok' })).toBeTruthy()
})

test('C12: fetches a locale that is set by name under a host’s texts', async () => {
  const linker = createScriptedLinker(closed)
  render(app({ locale: 'de', messages: { language: 'de-CH' } }, linker))
  expect(await button('Wallet verknüpfen')).toBeTruthy()
  act(() => linker.show(choosing))
  await waitFor(() => expect(dialog()?.lang).toBe('de-CH'), soon)
})

test('C12: a malformed tag of the host’s does no harm to written numbers', async () => {
  for (const [language, tag] of [
    ['pt_BR', 'pt-BR'],
    ['not a tag', 'en'],
  ] as const) {
    const linker = createScriptedLinker(closed)
    render(app({ messages: { language } }, linker))
    act(() => linker.show({ ...choosing, view: { name: 'WalletExplorer' } }))
    await waitFor(() => expect(dialog()?.lang).toBe(tag), soon)
    await waitFor(() => expect(screen.getAllByText(/68/).length).toBeGreaterThan(0), soon)
    cleanup()
  }
})
