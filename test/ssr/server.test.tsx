import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider, useLinker } from '@hawser/react'
import { Window } from 'happy-dom'
import { type ReactNode, StrictMode, useEffect, version } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { populateGlobal } from 'vitest/runtime'
import { createSilentSocket } from './silentSocket.ts'

// Rendered without a browser, then hydrated in one. Runs under React 19, and under 18.2 as project react18.

function createTestLinker() {
  return createLinker({
    relay: { url: 'wss://relay.example', reach: 'network' },
    metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
    chains: ['eip155:1'],
    world: { createWebSocket: createSilentSocket },
  })
}

function Status() {
  return <output>{useLinker((state) => state.flow.status)}</output>
}

function page(children: ReactNode = <LinkButton />) {
  const linker = createTestLinker()
  const app = (
    <StrictMode>
      <LinkerProvider linker={linker}>
        {children}
        <Status />
      </LinkerProvider>
    </StrictMode>
  )
  return { linker, app }
}

function Mounted({ onMount, children }: { readonly onMount: () => void; readonly children: ReactNode }) {
  useEffect(onMount, [onMount])
  return children
}

test('React is the one this project supports', () => {
  expect(version).toMatch(process.env.HAWSER_REACT === '18' ? /^18\.2\./ : /^19\./)
})

test('SSR: rendered without a browser, the button is there, without a style attribute', () => {
  expect(typeof window).toBe('undefined')
  const { app, linker } = page()
  const markup = renderToString(app)
  expect(markup).toMatch(/<button[^>]*aria-haspopup="dialog"[^>]*>Link a wallet<\/button>/)
  expect(markup).toContain('<output>closed</output>')
  expect(markup).not.toMatch(/\sstyle=|<style|<script/)
  linker.stop()
})

test(`SSR: React ${version} hydrates the markup without a warning, and opens the modal`, async () => {
  const server = page()
  const markup = renderToString(server.app)
  server.linker.stop()

  // The window stays until this file's process ends, because React can still have deferred work.
  populateGlobal(globalThis, new Window({ url: 'https://app.example/' }))
  const complaints: unknown[] = []
  const { error, warn } = console
  console.error = (...parts: unknown[]) => complaints.push(parts)
  console.warn = console.error
  try {
    const { screen, waitFor } = await import('@testing-library/dom')
    const { hydrateRoot } = await import('react-dom/client')
    const container = document.createElement('div')
    container.innerHTML = markup
    document.body.append(container)
    const { app, linker } = page()
    const first = container.querySelector('button')
    let hasTakenOver = false
    const takeOver = () => {
      hasTakenOver = true
    }
    const root = hydrateRoot(container, <Mounted onMount={takeOver}>{app}</Mounted>, {
      onRecoverableError: (lost) => complaints.push(lost),
    })
    await waitFor(() => expect(hasTakenOver).toBe(true), { timeout: 20_000 })
    expect(complaints).toEqual([])
    expect(container.querySelector('button')).toBe(first)
    expect(container.innerHTML).not.toMatch(/\sstyle=/)

    first?.click()
    await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 20_000 })
    expect(await screen.findByRole('img', { name: /QR code/ }, { timeout: 20_000 })).toBeTruthy()
    expect(container.querySelector('output')?.textContent).toBe('choosing')
    linker.close()
    await waitFor(() => expect(document.querySelector('dialog')?.open).toBe(false), { timeout: 20_000 })
    expect(container.querySelector('output')?.textContent).toBe('closed')
    expect(complaints).toEqual([])
    root.unmount()
    linker.stop()
  } finally {
    Object.assign(console, { error, warn })
  }
})
