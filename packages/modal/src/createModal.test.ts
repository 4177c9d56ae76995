// @vitest-environment happy-dom
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { afterEach, expect, test } from 'vitest'
import { type CreateModalOptions, createModal, type Modal } from './createModal.ts'

const made: Modal[] = []
let asked: string[] = []

function make(more: Groups<CreateModalOptions> = {}): Modal {
  const requests = asked
  const modal = createModal(
    mergeGroups<CreateModalOptions>(
      {
        relay: { url: 'ws://localhost:1', reach: 'network' },
        registry: { url: 'http://localhost:2' },
        metadata: { name: 'Host', description: '', url: 'https://app.example', icons: [] },
        chains: ['eip155:1'],
        world: {
          isFramed: () => false,
          fetch: async (url) => {
            requests.push(String(url))
            throw new TypeError('refused')
          },
          createWebSocket: (url) => {
            requests.push(url)
            throw new TypeError('refused')
          },
        },
      },
      more,
    ),
  )
  made.push(modal)
  return modal
}

const soon = { timeout: 60_000 }
const dialogs = () => [...document.querySelectorAll('dialog')]
const openDialogs = () => dialogs().filter(({ open }) => open)

afterEach(() => {
  for (const modal of made.splice(0)) modal.stop()
  expect(dialogs()).toEqual([])
  document.body.replaceChildren()
  asked = []
})

test('createModal: opens, emits the event, and closes', async () => {
  const modal = make()
  const told: string[] = []
  modal.subscribe(() => told.push(modal.getState().flow.status))
  expect(asked).toEqual([])

  await modal.open()
  expect(openDialogs()).toHaveLength(1)
  expect(told).toContain('choosing')
  await expect.poll(() => modal.getState().pairingUri, soon).toMatch(/^wc:/)

  modal.close()
  await expect.poll(openDialogs, soon).toHaveLength(0)
  expect(told.at(-1)).toBe('closed')
})

test('createModal: opens for a purpose, and shows it', async () => {
  const modal = make()
  await modal.open({ purpose: { kind: 'signIn' } })
  expect(modal.getState().purpose).toEqual({ kind: 'signIn' })
  const title = () => openDialogs()[0]?.querySelector('h2')?.textContent
  await expect.poll(title, soon).toBe('Sign in with your wallet')
  modal.close()
  await modal.open()
  await expect.poll(title, soon).toBe('Connect your wallet')
})

test('createModal: sends no request before it opens', async () => {
  make()
  await expect.poll(dialogs, soon).toHaveLength(1)
  expect(asked).toEqual([])
})

test.each(['close', 'stop'] as const)('C9 open settles also when %s comes before it is on screen', async (ending) => {
  const modal = make()
  const opened = modal.open()
  modal[ending]()
  await opened
  expect(openDialogs()).toEqual([])
})

test('createModal: two are independent of each other', async () => {
  const [first, second] = [make(), make()]
  await first.open()
  expect(second.getState().flow.status).toBe('closed')
  await second.open()
  await expect.poll(() => second.getState().pairingUri, soon).toBeTruthy()
  expect(first.getState().pairingUri).not.toBe(second.getState().pairingUri)
  second.stop()
  expect(first.getState().flow.status).toBe('choosing')
  expect(openDialogs()).toHaveLength(1)
})

test('createModal: stop closes and removes the dialog; nothing opens afterwards', async () => {
  const modal = make()
  await modal.open()
  let wasClosed = false
  openDialogs()[0]?.addEventListener('close', () => {
    wasClosed = true
  })
  modal.stop()
  expect(document.body.children).toHaveLength(0)
  // The dialog is closed before its removal. Otherwise the browser would not return the focus.
  expect(wasClosed).toBe(true)
  await expect(modal.open()).rejects.toMatchObject({ code: 'modal_unavailable' })
})

test('createModal: created before the page has a body, it appears with the body', async () => {
  const { body } = document
  body.remove()
  expect(document.body).toBeNull()
  const modal = make()
  const opened = modal.open()
  // This is longer than the modal's code takes to load.
  await expect.poll(() => modal.getState().codeSecondsLeft, soon).toBeLessThan(269)
  document.documentElement.append(body)
  document.dispatchEvent(new Event('DOMContentLoaded'))
  await opened
  expect(openDialogs()).toHaveLength(1)
})

test('createModal: stopped before the page has a body, it never appears', async () => {
  const { body } = document
  body.remove()
  make().stop()
  document.documentElement.append(body)
  document.dispatchEvent(new Event('DOMContentLoaded'))
  const other = make()
  await other.open()
  // This is longer than a page waits before it fetches the modal unasked.
  await expect.poll(() => other.getState().codeSecondsLeft, soon).toBeLessThan(269)
  expect(dialogs()).toHaveLength(1)
})

test('createModal: setTheme changes mode and variables of the open modal, and keeps the rest', async () => {
  const modal = make({ modal: { themeMode: 'light', themeVariables: { '--hawser-accent': 'red' } } })
  await modal.open()
  const dialog = () => openDialogs()[0]
  expect(dialog()?.dataset.theme).toBe('light')
  await expect.poll(() => dialog()?.style.getPropertyValue('--hawser-accent'), soon).toBe('red')

  modal.setTheme({ themeMode: 'dark' })
  await expect.poll(() => dialog()?.dataset.theme, soon).toBe('dark')
  expect(dialog()?.style.getPropertyValue('--hawser-accent')).toBe('red')

  modal.setTheme({ themeVariables: { '--hawser-radius': '4px' } })
  await expect.poll(() => dialog()?.style.getPropertyValue('--hawser-radius'), soon).toBe('4px')
  expect(dialog()?.dataset.theme).toBe('dark')
  expect(dialog()?.style.getPropertyValue('--hawser-accent')).toBe('')
})

test('T-17 createModal: a page framed by another origin gets an error, and nothing opens', async () => {
  const modal = make({
    world: { isFramed: () => true },
  })
  await expect(modal.open()).rejects.toMatchObject({ code: 'page_framed' })
  expect(openDialogs()).toEqual([])
  const trusting = make({
    world: { isFramed: () => true },
    modal: { allowFraming: true },
  })
  await trusting.open()
  expect(openDialogs()).toHaveLength(1)
})

test('C12 createModal: sets a language and the host’s own texts', async () => {
  const modal = make({ locale: 'de', messages: { connectYourWallet: 'Such dir eins aus' } })
  await modal.open()
  await expect.poll(() => openDialogs()[0]?.lang, soon).toBe('de')
  expect(openDialogs()[0]?.textContent).toContain('Such dir eins aus')
})
