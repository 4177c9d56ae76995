import type { DemoWallet } from '@hawser/app-wallet/headless'
import type { Linker } from '@hawser/core'
import { combinations } from '@hawser/test-kit/combinations'
import { isNight } from '@hawser/test-kit/night'
import { untilFlow, untilState } from '@hawser/test-kit/untilState'
import { expect, test } from 'vitest'
import { answer, isLinked, openCode, openHouse, scan } from './openHouse.ts'

// Page, wallet, relay and backend, each with its own clock.

const minute = 60_000

type Clocks = { readonly page: number; readonly wallet: number; readonly relay: number; readonly backend: number }

async function openParts(minutes: Clocks, oneTap = false) {
  const clock = (name: keyof Clocks) => () => Date.now() + minutes[name] * minute
  const house = await openHouse({
    page: clock('page'),
    wallet: clock('wallet'),
    relay: clock('relay'),
    backend: clock('backend'),
  })
  return {
    linker: await house.openLinker({
      link: { oneTap },
    }),
    wallet: house.openWallet(),
    link: house.link,
  }
}

async function expectLinked(linker: Linker, wallet: DemoWallet): Promise<void> {
  await openCode(linker)
  await scan(linker, wallet)
  await answer(wallet)
  await untilState(linker, isLinked)
}

// By day each clock is once behind and once ahead of each of the others.
const corners = isNight
  ? combinations({ page: [-5, 5], wallet: [-5, 5], relay: [-5, 5], backend: [-5, 5], oneTap: [false, true] })
  : [
      { page: -5, wallet: 5, relay: 5, backend: -5, oneTap: false },
      { page: 5, wallet: -5, relay: -5, backend: 5, oneTap: false },
      { page: -5, wallet: -5, relay: 5, backend: 5, oneTap: true },
      { page: 5, wallet: 5, relay: -5, backend: -5, oneTap: true },
      { page: -5, wallet: 5, relay: -5, backend: 5, oneTap: true },
      { page: 5, wallet: -5, relay: 5, backend: -5, oneTap: false },
    ]

test.each(corners)(
  'F-L14 page $page, wallet $wallet, relay $relay, backend $backend, one-tap $oneTap: linked',
  async (clocks) => {
    const { linker, wallet, link } = await openParts(clocks, clocks.oneTap)
    await expectLinked(linker, wallet)
    expect(await link.linkedWallets('visitor')).toHaveLength(1)
  },
)

const away: readonly (Clocks & { readonly refused: 'page' | 'wallet' })[] = [
  { page: 15, wallet: 0, relay: 0, backend: 0, refused: 'page' },
  { page: -15, wallet: 0, relay: 0, backend: 0, refused: 'page' },
  { page: 0, wallet: 15, relay: 0, backend: 0, refused: 'wallet' },
  { page: 0, wallet: -15, relay: 0, backend: 0, refused: 'wallet' },
  { page: 0, wallet: 0, relay: 15, backend: 0, refused: 'page' },
  { page: 0, wallet: 0, relay: -15, backend: 0, refused: 'page' },
]

test.each(away)(
  'F-L14 page $page, wallet $wallet, relay $relay min off: the $refused reports the clock',
  async (clocks) => {
    const { linker, wallet } = await openParts(clocks)
    if (clocks.refused === 'wallet') {
      await openCode(linker)
      wallet.send({ type: 'linkGiven', text: linker.getState().pairingUri ?? '' })
      await untilState(wallet, (state) =>
        /"relay_clock".*the relay says 20\d\d-.*, this device 20\d\d-/.test(JSON.stringify(state)),
      )
    } else {
      linker.open()
      await untilFlow(linker, 'failed')
      expect(linker.getState().flow).toMatchObject({
        error: { code: 'relay_clock', message: expect.stringMatching(/the relay says 20\d\d-.*, this device 20\d\d-/) },
      })
    }
  },
)

// Only the backend sets the lifetime of its challenge, and only the backend checks it.
test.each(
  [15, -15].flatMap((backend) => [false, true].map((oneTap) => ({ page: 0, wallet: 0, relay: 0, backend, oneTap }))),
)('F-L14 backend $backend minutes off, one-tap $oneTap: linked, nothing compares its clock', async (clocks) => {
  const { linker, wallet, link } = await openParts(clocks, clocks.oneTap)
  await expectLinked(linker, wallet)
  const [linked] = await link.linkedWallets('visitor')
  const difference = (linked?.linkedAt ?? 0) - Date.now() - clocks.backend * minute
  expect(Math.abs(difference)).toBeLessThan(minute)
})
