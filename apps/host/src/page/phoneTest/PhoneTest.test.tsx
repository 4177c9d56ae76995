// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type BrowserWallet, linkInto, loadBrowserWallets } from './loadBrowserWallets.ts'
import { PhoneTest } from './PhoneTest.tsx'
import type { PhoneResults } from './phoneResults.ts'

afterEach(cleanup)

const address = 'https://host.example/'
const quay = {
  id: 'quay',
  name: 'Quay',
  browser: {
    ios: { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'low' },
    android: { template: 'quay://browser?url={urlEncoded}', confidence: 'high' },
    namespaces: ['eip155'],
  },
} as const satisfies BrowserWallet
const harbour = {
  id: 'harbour',
  name: 'Harbour',
  browser: { ios: { template: 'harbour://open/{urlNoScheme}', confidence: 'medium' }, namespaces: ['solana'] },
} as const satisfies BrowserWallet

function show(first: Partial<PhoneResults> = {}, isPhone = true) {
  const kept: PhoneResults[] = []
  render(
    <PhoneTest
      wallets={[quay, harbour]}
      address={address}
      first={{ system: 'ios', systemVersion: '', byListing: {}, ...first }}
      isPhone={isPhone}
      now={() => new Date('2026-11-26T10:00:00Z')}
      onKeep={(results) => kept.push(results)}
    />,
  )
  return kept
}

test('each wallet of the phone’s system has its link before the tap, unverified ones too', () => {
  show()
  expect(screen.getByRole('link', { name: 'Open in Quay' }).getAttribute('href')).toBe(
    'https://quay.example/open?url=https%3A%2F%2Fhost.example%2F',
  )
  expect(screen.getByRole('link', { name: 'Open in Harbour' }).getAttribute('href')).toBe(
    'harbour://open/host.example/',
  )
  fireEvent.change(screen.getByLabelText('System of the phone'), { target: { value: 'android' } })
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getByRole('heading', { name: '1 wallets on Android, 0 tested' })).toBeTruthy()
})

test('a result becomes one line at once, and is stored', () => {
  const kept = show()
  fireEvent.change(screen.getByLabelText('Version of the system'), { target: { value: '18.1' } })
  const row = within(screen.getByRole('listitem', { name: 'Quay' }))
  fireEvent.click(row.getByRole('radio', { name: 'Works' }))
  fireEvent.change(row.getByLabelText('Version of the app'), { target: { value: '2.0' } })
  fireEvent.click(
    within(screen.getByRole('listitem', { name: 'Harbour' })).getByRole('radio', { name: 'Does not work' }),
  )
  expect(document.querySelector('pre')?.textContent).toBe(
    'quay browser.ios works phone-2026-11-26-ios-18-1-app-2-0\nharbour browser.ios fails phone-2026-11-26-ios-18-1',
  )
  expect(kept.at(-1)?.byListing.quay).toEqual({ verdict: 'works', appVersion: '2.0' })
})

test('on a computer it says what to open on the phone', () => {
  show({}, false)
  expect(screen.getByRole('note').textContent).toContain('https://host.example/test-on-your-phone')
})

test('loadBrowserWallets: all pages of the registry, without wallets that have no link', async () => {
  const asked: string[] = []
  const wallets = await loadBrowserWallets('https://registry.example/', async (url) => {
    asked.push(url)
    const listings =
      asked.length === 1
        ? [quay, { id: 'plain', name: 'Plain' }, null]
        : [{ ...harbour, browser: { ...harbour.browser, parameters: { solana: 5 } } }]
    return { listings, total: 101 }
  })
  expect(asked.map((url) => url.split('?')[1])).toEqual(['entries=100&page=1', 'entries=100&page=2'])
  expect(wallets).toEqual([quay, harbour])
  expect(linkInto(harbour, 'android', address)).toBeUndefined()
  await expect(loadBrowserWallets('https://registry.example', async () => ({}))).rejects.toThrow('no listings')
})
