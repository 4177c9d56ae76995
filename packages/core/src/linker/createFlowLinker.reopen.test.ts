import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { android, createScriptedConnector, sessionOf, start } from './linker.fixture.ts'

// While a link waits for the signature on a phone, the button back to the wallet opens the connected wallet.

const rainbow = parseListing({ id: 'rainbow', name: 'Rainbow', mobile: { native: 'rainbow://' } })
const trust = parseListing({ id: 'trust', name: 'Trust Wallet', mobile: { native: 'trust://' } })
const accountId = 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

/** Opens the modal on a phone, with its code. A wallet that connects is asked to sign, and does not answer. */
async function openOnAndroid() {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const { linker, opened } = await start({
    platform: android,
    timers,
    linkUrl: 'https://app.example/link',
    connector: { ...connector, signMessage: () => new Promise(() => {}) },
    fetch: async () => Response.json({ challengeId: 'c'.repeat(43), message: 'Sign.', expiresAt: 1_800_000_000_000 }),
  })
  linker.send({ type: 'opened' })
  await expect.poll(() => pairings.length).toBe(1)
  await timers.advance(0)
  return { linker, opened, pairings }
}

/** Taps Rainbow, then Trust. The wallet `name` approves and is asked to sign. Returns the links that the button opens. */
async function openedBySigning(name: string, native?: string): Promise<readonly string[]> {
  const { linker, opened, pairings } = await openOnAndroid()
  linker.send({ type: 'walletChosen', listing: rainbow })
  linker.send({ type: 'wentBack' })
  linker.send({ type: 'walletChosen', listing: trust })
  expect(opened.map(({ href }) => href.split(':')[0])).toEqual(['rainbow', 'trust'])
  opened.length = 0
  const session = sessionOf('topic-1', name)
  const metadata = { ...session.peer.metadata, ...(native !== undefined && { redirect: { native } }) }
  pairings[0]?.approve({ session: { ...session, peer: { ...session.peer, metadata } }, accountId })
  await expect.poll(() => linker.getState().flow).toMatchObject({ status: 'proving', step: 'signature' })
  expect(opened).toEqual([])
  linker.send({ type: 'linkOpened' })
  return opened.map(({ href }) => href)
}

/** Presses "Select Wallet" on Android. The wallet that the system opens approves. Returns the link back to that wallet. */
async function returnLinkOf(name: string, native?: string) {
  const { linker, opened, pairings } = await openOnAndroid()
  linker.send({ type: 'anyWalletChosen' })
  expect(opened).toHaveLength(1)
  opened.length = 0
  const session = sessionOf('topic-1', name)
  const metadata = { ...session.peer.metadata, ...(native !== undefined && { redirect: { native } }) }
  pairings[0]?.approve({ session: { ...session, peer: { ...session.peer, metadata } }, accountId })
  await expect.poll(() => linker.getState().flow).toMatchObject({ status: 'proving', step: 'signature' })
  expect(opened).toEqual([])
  return linker.getState().returnLink
}

test('complaint 11: opens the wallet that approved to sign, not the one tapped last', async () => {
  expect(await openedBySigning('Rainbow', 'rainbow://')).toEqual(['rainbow://'])
  expect(await openedBySigning('Trust Wallet', 'trust://')).toEqual(['trust://'])
})

test('without a sign of another wallet, the chosen one is opened', async () => {
  expect(await openedBySigning('Trust: Crypto & Bitcoin')).toEqual(['trust://'])
  expect(await openedBySigning('Somebody')).toEqual(['trust://'])
})

test.each(['evil://', 'x-safari-https://evil.example/', 'tel://110', 'shortcuts://run-shortcut?name=Pay'])(
  'T-16: %s of the wallet that approved is not opened: the chosen one is',
  async (native) => {
    expect(await openedBySigning('Trust Wallet', native)).toEqual(['trust://'])
  },
)

test('T-16: only a listing says where the system’s wallet is, and nothing opens by itself', async () => {
  expect(await returnLinkOf('Somebody', 'metamask://evil')).toEqual({ href: 'metamask://', target: '_self' })
  expect(await returnLinkOf('Rainbow', 'evil://')).toBeUndefined()
  expect(await returnLinkOf('Rainbow')).toBeUndefined()
})
