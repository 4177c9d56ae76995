// @vitest-environment happy-dom
import type { Linker } from '@hawser/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { LinkButton } from '../button/LinkButton.tsx'
import { MissingLinkerError } from '../errors.ts'
import { useLinkedWallets } from '../linkedWallets/useLinkedWallets.ts'
import { useLinker } from '../linker/useLinker.ts'
import { choosing, closed, createScriptedLinker } from '../linkerStates.fixture.ts'
import { LinkerProvider } from './LinkerProvider.tsx'

afterEach(cleanup)

function Status() {
  return <output>{useLinker((state) => state.flow.status)}</output>
}

test('LinkButton: text, accessible name, and the event', () => {
  const linker = createScriptedLinker(closed)
  render(
    <LinkerProvider linker={linker}>
      <LinkButton />
    </LinkerProvider>,
  )
  const button = screen.getByRole('button', { name: 'Link a wallet' })
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  fireEvent.click(button)
  expect(linker.calls).toEqual([['open']])
  expect(document.activeElement).toBe(button)
})

test('LinkButton: the host’s own text, by messages or as children', () => {
  const linker = createScriptedLinker(closed)
  render(
    <LinkerProvider linker={linker} messages={{ linkWallet: 'Wallet verbinden' }}>
      <LinkButton />
      <LinkButton className="mine">Add one</LinkButton>
    </LinkerProvider>,
  )
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Wallet verbinden', 'Add one'])
})

test('LinkerProvider: opening fetches the modal and shows it, in strict mode too', async () => {
  const linker = createScriptedLinker(closed)
  render(
    <StrictMode>
      <LinkerProvider linker={linker} preload="intent">
        <Status />
      </LinkerProvider>
    </StrictMode>,
  )
  expect(document.querySelector('dialog')).toBeNull()
  act(() => linker.show(choosing))
  await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 20_000 })
  expect(screen.getByText('choosing')).toBeTruthy()
  expect(linker.calls).toEqual([])
})

test('LinkerProvider: closes everything when it unmounts', async () => {
  const linker = createScriptedLinker(closed)
  const page = () => (
    <StrictMode>
      <LinkerProvider linker={linker} preload="intent" />
    </StrictMode>
  )
  act(() => linker.show(choosing))
  const { unmount } = render(page())
  await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 20_000 })
  expect(linker.calls).toEqual([])
  unmount()
  await waitFor(() => expect(linker.calls).toEqual([['close']]))
})

test('LinkerProvider: pointing at the button fetches the modal ahead', async () => {
  const linker = createScriptedLinker(closed)
  render(
    <LinkerProvider linker={linker} preload="intent">
      <LinkButton />
    </LinkerProvider>,
  )
  fireEvent.pointerEnter(screen.getByRole('button'))
  await waitFor(() => expect(document.querySelector('dialog')).toBeTruthy(), { timeout: 20_000 })
  expect(linker.calls).toEqual([])
})

/** Styles whose loading the test completes or fails. */
function createStyles() {
  const asked: { readonly come: () => void; readonly fail: () => void }[] = []
  const load = () =>
    new Promise<void>((resolve, reject) => {
      // The message that Vite uses.
      asked.push({ come: resolve, fail: () => reject(new Error('Unable to preload CSS for /assets/modal.css')) })
    })
  return { asked, load }
}

/** A stylesheet of the page that cannot be fetched. */
function failLink(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  // A link without `rel` fetches nothing.
  link.setAttribute('href', href)
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  return link
}

const modalCode = () => import('../modal/LinkModal.tsx')

test('loadStyles: fetches them with the code, once; shows nothing before both are loaded', async () => {
  const linker = createScriptedLinker(closed)
  const styles = createStyles()
  const page = () => (
    <LinkerProvider linker={linker} preload="intent" loadStyles={() => styles.load()}>
      <LinkButton />
    </LinkerProvider>
  )
  const { rerender } = render(page())
  expect(styles.asked).toHaveLength(0)
  expect(linker.preloads()).toBe(0)
  fireEvent.pointerEnter(screen.getByRole('button'))
  expect(linker.preloads()).toBe(1)
  expect(styles.asked).toHaveLength(1)
  rerender(page())
  act(() => linker.show(choosing))
  await act(modalCode)
  expect(document.querySelector('dialog')).toBeNull()
  await act(async () => styles.asked[0]?.come())
  await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 20_000 })
  expect(styles.asked).toHaveLength(1)
  expect(linker.calls).toEqual([])
})

test('loadStyles: a failure shows in the button, and the next press requests them again', async () => {
  const linker = createScriptedLinker(closed)
  const styles = createStyles()
  render(
    <LinkerProvider linker={linker} preload="intent" loadStyles={styles.load}>
      <LinkButton />
    </LinkerProvider>,
  )
  act(() => linker.show(choosing))
  await act(modalCode)
  const links = () => [...document.head.querySelectorAll('link')]
  const link = failLink('/assets/modal.css')
  const other = failLink('/blocked.css')
  await act(async () => styles.asked[0]?.fail())
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/)
  expect(linker.calls).toEqual([['close']])
  expect(document.querySelector('dialog')).toBeNull()

  act(() => linker.show(closed))
  act(() => linker.show(choosing))
  expect(styles.asked).toHaveLength(2)
  await act(async () => styles.asked[1]?.come())
  await waitFor(() => expect(links()).not.toContain(link), { timeout: 20_000 })
  expect(links()).toHaveLength(2)
  expect(links()[0]).toBe(other)
  expect(document.querySelector('dialog')).toBeNull()
  await act(async () => links()[1]?.dispatchEvent(new Event('error')))
  expect(await screen.findByRole('alert')).toBeTruthy()

  act(() => linker.show(closed))
  act(() => linker.show(choosing))
  const lost = links()[1]
  await act(async () => styles.asked[2]?.come())
  await waitFor(() => expect(links()).not.toContain(lost), { timeout: 20_000 })
  await act(async () => links()[1]?.dispatchEvent(new Event('load')))
  await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 20_000 })
  expect(screen.queryByRole('alert')).toBeNull()
  for (const left of links()) left.remove()
})

test('loadStyles: of several buttons the last pressed one reports a failure', async () => {
  const linker = createScriptedLinker(closed)
  const styles = createStyles()
  render(
    <LinkerProvider linker={linker} preload="intent" loadStyles={styles.load}>
      <p>
        <LinkButton>One</LinkButton>
      </p>
      <p>
        <LinkButton>Two</LinkButton>
      </p>
    </LinkerProvider>,
  )
  for (const [index, name] of ['Two', 'One'].entries()) {
    const button = screen.getByRole('button', { name })
    fireEvent.click(button)
    act(() => linker.show(choosing))
    await act(modalCode)
    await act(async () => styles.asked[index]?.fail())
    expect((await screen.findByRole('alert')).parentElement).toBe(button.parentElement)
    act(() => linker.show(closed))
  }
})

test('loadStyles: ignores a blocked stylesheet of the page', async () => {
  const linker = createScriptedLinker(closed)
  const styles = createStyles()
  render(
    <LinkerProvider linker={linker} preload="intent" loadStyles={styles.load}>
      <LinkButton />
    </LinkerProvider>,
  )
  act(() => linker.show(choosing))
  await act(modalCode)
  const blocked = failLink('/blocked.css')
  await act(async () => styles.asked[0]?.come())
  await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 20_000 })
  expect(document.head.contains(blocked)).toBe(true)
  blocked.remove()
})

/** Renders on a server, hydrates in a browser, and returns React's hydration errors. */
async function hydrate(
  server: Linker,
  browser: Linker,
  look: (root: HTMLElement) => void | Promise<void>,
): Promise<readonly unknown[]> {
  const app = (linker: Linker) => (
    <LinkerProvider linker={linker} preload="intent">
      <LinkButton />
      <Status />
    </LinkerProvider>
  )
  const markup = renderToString(app(server))
  expect(markup).not.toContain('style')
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = markup
  const complaints: unknown[] = []
  const log = console.error
  console.error = (...parts: unknown[]) => complaints.push(parts)
  try {
    const options = { onRecoverableError: (error: unknown) => complaints.push(error) }
    const hydrated = await act(async () => hydrateRoot(root, app(browser), options))
    await look(root)
    act(() => hydrated.unmount())
  } finally {
    console.error = log
    root.remove()
  }
  return complaints
}

test('LinkerProvider: renders on a server and hydrates without a warning', async () => {
  const linker = createScriptedLinker(closed)
  const complaints = await hydrate(linker, linker, (root) => {
    act(() => linker.show(choosing))
    expect(root.querySelector('output')?.textContent).toBe('choosing')
  })
  expect(complaints).toEqual([])
})

test('T-17 a server does not know of a frame: hydrates in one without a warning, then says so', async () => {
  const framed = createScriptedLinker({ ...closed, isFramed: true })
  for (const server of [createScriptedLinker(closed), framed]) {
    const complaints = await hydrate(server, framed, async (root) => {
      await act(async () => void (await import('../button/FramedNotice.tsx')))
      expect(root.querySelector('.hawser-link-problem a')?.getAttribute('target')).toBe('_blank')
    })
    expect(complaints).toEqual([])
  }
})

test('useLinkedWallets: requests the list once, and unlinks', () => {
  const linker = createScriptedLinker(closed)
  const wallet = { id: 'w1', accountId: 'eip155:1:0xab', walletName: 'Rainbow', linkedAt: 1 } as const
  function Wallets() {
    const { status, wallets, unlink } = useLinkedWallets()
    return (
      <ul aria-busy={status === 'loading'}>
        {wallets.map(({ id, walletName }) => (
          <li key={id}>
            <button type="button" onClick={() => unlink(id)}>
              Unlink {walletName}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  render(
    <LinkerProvider linker={linker}>
      <Wallets />
    </LinkerProvider>,
  )
  expect(linker.calls).toEqual([['loadLinkedWallets']])
  act(() => linker.show({ ...closed, linkedWallets: { status: 'ready', wallets: [wallet], error: undefined } }))
  fireEvent.click(screen.getByRole('button', { name: 'Unlink Rainbow' }))
  expect(linker.calls.slice(1)).toEqual([['unlink', 'w1']])
})

test('missing_linker: a hook outside of a provider says what to render', () => {
  const log = console.error
  console.error = () => {}
  try {
    expect(() => render(<Status />)).toThrow(MissingLinkerError)
  } finally {
    console.error = log
  }
  expect(new MissingLinkerError().code).toBe('missing_linker')
})
