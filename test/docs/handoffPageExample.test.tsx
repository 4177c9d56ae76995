// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HandoffPage } from '../example/handoffPage.tsx'

test('README of react: a page of your own links a wallet of the phone, up to the digits', async () => {
  const [id, secret, grant] = ['h'.repeat(24), 's'.repeat(43), 'g'.repeat(43)]
  const expiresAt = Date.now() + 300_000
  const answers: Readonly<Record<string, object>> = {
    [id]: { state: 'opened', expiresAt },
    claim: { grant, label: 'alice', domain: 'app.example', chains: ['eip155:1'], expiresAt },
    challenges: { challengeId: 'c'.repeat(24), message: 'Ahoy', account: 'alice', expiresAt },
    proofs: { state: 'proven', digits: '482913', expiresAt },
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.split('/').at(-1) ?? ''] ?? {}))
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return '0x1'
    return method === 'personal_sign' ? `0x${'ab'.repeat(64)}1b` : ['0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946']
  }
  vi.stubGlobal('ethereum', { request })
  history.replaceState(null, '', `/phone#h=${id}.${secret}`)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { unmount } = render(<HandoffPage />)
  onTestFinished(unmount)
  await act(() => screen.getByRole('button', { name: /^Continue with/ }).click())
  expect((await screen.findByText(/Did you start this yourself/)).textContent).toContain('alice on app.example')
  await act(() => screen.getByRole('button', { name: 'Yes, link eip155' }).click())
  expect((await screen.findByRole('status')).textContent).toContain('482913')
  expect(location.href).not.toContain(secret)
})
