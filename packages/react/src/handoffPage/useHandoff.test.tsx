// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HandoffPage, useHandoff } from './useHandoff.ts'

const id = 'h'.repeat(24)
const secret = 's'.repeat(43)
const asked: { readonly path: string; readonly body: unknown }[] = []
let page: HandoffPage

const fetch: typeof globalThis.fetch = async (input, init) => {
  const path = String(input).replace(`/api/link/handoff/${id}`, '')
  asked.push({ path, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) })
  const expiresAt = Date.now() + 300_000
  if (path === '/claim') {
    const grant = { grant: 'g'.repeat(43), label: 'alice', domain: 'app.example', chains: ['eip155:1'], expiresAt }
    return Response.json(grant)
  }
  return path === '/decline' ? new Response(null, { status: 204 }) : Response.json({ state: 'opened', expiresAt })
}

function Page() {
  page = useHandoff({ linkUrl: '/api/link', fetch })
  return <main>{page.state.step}</main>
}

beforeEach(() => {
  asked.length = 0
  sessionStorage.clear()
  history.replaceState({ router: 1 }, '', `/wallets/phone?lang=de#h=${id}.${secret}`)
  Reflect.set(window, 'ethereum', { request: async () => [] })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(window, 'ethereum')
})

test('useHandoff: removes the token from the address, and leaves the rest of it to the page', () => {
  render(<Page />)
  expect(location.href).toMatch(/\/wallets\/phone\?lang=de$/)
  expect(history.state).toEqual({ router: 1 })
  expect(screen.getByRole('main').textContent).toBe('start')
})

test('useHandoff: also reads a token that a wallet’s browser passes as a query', () => {
  history.replaceState(null, '', `/wallets/phone?lang=de&h=${id}.${secret}`)
  render(<Page />)
  expect(location.href).toMatch(/\/wallets\/phone\?lang=de$/)
  expect(page.state.step).toBe('start')
})

test('useHandoff: claims on the tap, also with double effects, and continues after a reload', async () => {
  const { unmount } = render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
  expect(page.state).toMatchObject({ step: 'start', wallets: [{ rdns: 'injected' }] })
  expect(asked).toEqual([])
  await act(() => page.choose('injected'))
  expect(asked).toEqual([{ path: '/claim', body: { secret } }])
  expect(page.state).toMatchObject({ step: 'ask', label: 'alice', namespaces: ['eip155'] })
  unmount()
  const again = render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
  await act(async () => {})
  expect(page.state).toMatchObject({ step: 'ask', label: 'alice' })
  again.unmount()
  render(<Page />)
  await act(async () => {})
  expect(page.state).toMatchObject({ step: 'ask', label: 'alice' })
  await act(() => page.decline())
  expect(page.state).toEqual({ step: 'ended', code: 'declined' })
})

test('useHandoff: the next code in the same tab starts again', async () => {
  render(<Page />)
  const next = 'n'.repeat(24)
  await act(async () => {
    history.replaceState(null, '', `/wallets/phone?lang=de#h=${next}.${secret}`)
    window.dispatchEvent(new Event('hashchange'))
  })
  expect(location.href).toMatch(/\/wallets\/phone\?lang=de$/)
  await act(() => page.choose('injected'))
  expect(asked.map(({ path }) => path)).toEqual([`/api/link/handoff/${next}/claim`])
})

test('useHandoff: without a token it says so; on a server it waits', async () => {
  expect(renderToString(<Page />)).toContain('waiting')
  history.replaceState(null, '', '/wallets/phone')
  render(<Page />)
  await act(async () => {})
  expect(page.state).toEqual({ step: 'ended', code: 'handoff_unknown' })
})
