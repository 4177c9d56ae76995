import { expect, test } from 'vitest'
import { answerAsSafe, createFramedWindow, type SafeToEmulate } from '../wallets/safe/safe.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'
import { challenge, createPageOfWallets } from './pageOfWallets.fixture.ts'

const address = '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'
const signature = `0x${'ab'.repeat(65)}`
const framed = { isFramed: () => true, modal: { allowFraming: true } } as const

/** Opens a page in the frame of a Safe, with an extension installed as well. */
async function open(safe: Partial<SafeToEmulate> = {}, options: Partial<LinkerSettings> = framed) {
  const { scope, asked } = createFramedWindow((message) => answerAsSafe({ address, ...safe }, message))
  scope.addEventListener('eip6963:requestProvider', () =>
    scope.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info: { uuid: 'u', name: 'Quay', rdns: 'com.quay' }, provider: { request: () => [address] } },
      }),
    ),
  )
  const page = createPageOfWallets(scope, ['eip155:1'], options)
  const opened = await page.open()
  await Promise.all([import('../wallets/safe/findSafe.ts'), import('../wallets/hostWallets/readHostWallets.ts')])
  await page.timers.settle()
  return { ...page, ...opened, asked }
}

test('Safe: comes before the extensions of the page that it frames, and links its account', async () => {
  const { offered, choose, linker, sent, asked } = await open({ sign: () => ({ messageHash: '0x12', signature }) })
  expect(offered()).toEqual(['Safe', 'Quay'])
  expect(linker.getState().wallets.shown[0]).toMatchObject({ isInstalled: true, isGiven: true, rdns: undefined })
  await choose('Safe')
  expect(linker.getState().flow).toMatchObject({ status: 'linked', wallet: { accountId: `eip155:1:${address}` } })
  expect(sent).toMatchObject([
    { accountId: `eip155:1:${address}` },
    { purpose: 'link', challengeId: challenge.challengeId, signature },
  ])
  expect(asked).toEqual(['getSafeInfo', 'signMessage'])
})

test('Safe: owners who sign by a transaction give an empty signature', async () => {
  const { choose, sent } = await open({ sign: () => ({ safeTxHash: '0x12' }) })
  await choose('Safe')
  expect(sent.at(-1)).toMatchObject({ signature: '0x' })
})

test('Safe: declines as any in-page wallet does', async () => {
  const { choose, linker } = await open({ sign: () => ({ error: 'Transaction was rejected' }) })
  await choose('Safe')
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'extension_declined' } })
})

test('Safe: a silent one is given up after the wait for any in-page wallet', async () => {
  const { choose, linker, timers } = await open({ sign: () => 'never' })
  const chosen = choose('Safe')
  await timers.settle()
  await timers.advance(310_000)
  await chosen
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'extension_silent' } })
})

test('Safe: wagmi’s connector to it, from the host app, is the same one entry', async () => {
  const provider = { request: () => [] }
  const wallets = [
    { id: 'ours', name: 'Ours', provider },
    { id: 'safe', name: 'Safe', provider },
  ]
  const { offered, choose, sent } = await open(
    { sign: () => ({ messageHash: '0x12', signature }) },
    { ...framed, wallets },
  )
  expect(offered()).toEqual(['Safe', 'Ours', 'Quay'])
  await choose('Safe')
  expect(sent.at(-1)).toMatchObject({ signature })
})

test.each<[string, Partial<LinkerSettings>]>([
  ['not framed', { isFramed: () => false, modal: { allowFraming: true } }],
  ['framed, which the host app does not allow', { isFramed: () => true }],
  [
    'framed by another than the host app allows',
    { isFramed: () => true, modal: { allowFraming: ['https://a.example'] } },
  ],
])('Safe: a page that is %s does not ask for one', async (_, options) => {
  const { offered, asked } = await open({}, options)
  expect([offered().includes('Safe'), asked]).toEqual([false, []])
})
