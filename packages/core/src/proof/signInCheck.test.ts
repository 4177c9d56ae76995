import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import type { AccountId } from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import type { LinkPurpose } from '../flow/purpose.ts'
import { createLinker } from '../linker/createLinker.ts'
import { createScriptedConnector, desktop } from '../linker/linker.fixture.ts'
import type { ConnectorLinkerOptions } from '../linker/options/linkerOptions.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { isSignedIn } from './signInCheck.ts'

const accountId: AccountId = 'eip155:1:0x1111111111111111111111111111111111111111'

/** Opens a page whose link API says if the visitor is signed in, when the test says so. */
function openPage(more: Groups<ConnectorLinkerOptions> = {}) {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const asked: { readonly url: string; readonly method: string | undefined }[] = []
  const waiting: { readonly answer: (status: number) => void; readonly fail: () => void }[] = []
  const linker = createLinker(
    mergeGroups<ConnectorLinkerOptions>(
      {
        metadata: { name: 'Our App', description: '', icons: [] },
        chains: ['eip155:1'],
        link: { url: 'https://app.example/link/' },
        connector,
        world: {
          platform: desktop,
          now: timers.now,
          setTimer: timers.setTimer,
          fetch: (input, init) => {
            asked.push({ url: String(input), method: init?.method })
            return new Promise((resolve, reject) => {
              waiting.push({
                answer: (status) => resolve(new Response(undefined, { status })),
                fail: () => reject(new TypeError('Failed to fetch')),
              })
            })
          },
        },
      },
      more,
    ),
  )
  onTestFinished(() => linker.stop())
  const uris: (string | undefined)[] = []
  const shownUri = () => {
    const { isCodeHeld, pairingUri } = linker.getState()
    return isCodeHeld === true ? undefined : pairingUri
  }
  linker.subscribe(() => uris.push(shownUri()))
  return {
    linker,
    pairings,
    timers,
    asked,
    waiting,
    shownUri,
    shownCodes: () => uris.filter((uri) => uri !== undefined),
    async open(purpose?: LinkPurpose) {
      await linker.preload()
      linker.open({ purpose })
    },
  }
}

test('sign in first: a signed-out visitor reads a message, and never sees a code', async () => {
  const { linker, pairings, timers, asked, waiting, shownCodes, open } = openPage()
  await open()
  expect(asked).toEqual([{ url: 'https://app.example/link/wallets', method: 'HEAD' }])
  expect(linker.getState().flow).toMatchObject({ status: 'choosing', pairing: { pairingTopic: 'topic-1' } })
  waiting[0]?.answer(401)
  await timers.settle()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'failed', error: { kind: 'linkRefused', code: 'sign_in_needed' }, retry: { step: 'pairing' } },
    pairingUri: undefined,
  })
  expect(shownCodes()).toEqual([])
  expect(pairings.map(({ isCancelled }) => isCancelled)).toEqual([true])
})

test('sign in first: asks at the press, once, while the code of the flow is still loading', async () => {
  const { linker, timers, asked, waiting, shownUri } = openPage()
  linker.open()
  expect(asked).toEqual([{ url: 'https://app.example/link/wallets', method: 'HEAD' }])
  await linker.preload()
  await timers.settle()
  expect([linker.getState().pairingUri, shownUri(), asked.length]).toEqual(['wc:topic-1@2', undefined, 1])
  waiting[0]?.answer(200)
  await timers.settle()
  expect(shownUri()).toBe('wc:topic-1@2')
})

test('sign in first: a refusal before the code of the flow lets no code appear', async () => {
  const { linker, timers, waiting, shownCodes } = openPage()
  linker.open()
  waiting[0]?.answer(401)
  await linker.preload()
  await timers.settle()
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'sign_in_needed' } })
  expect(shownCodes()).toEqual([])
})

test('sign in first: after closing before the flow’s code came, the next opening asks for itself', async () => {
  const { linker, timers, asked, waiting, shownUri } = openPage()
  linker.open()
  linker.close()
  waiting[0]?.fail()
  linker.open()
  await linker.preload()
  waiting[1]?.answer(200)
  await timers.settle()
  expect([asked.length, shownUri()]).toEqual([2, 'wc:topic-1@2'])
})

test('sign in first: asks nothing at the press for a sign-in, or inside another site’s page', () => {
  const signIn = openPage()
  signIn.linker.open({ purpose: { kind: 'signIn' } })
  const framed = openPage({ world: { isFramed: () => true } })
  framed.linker.open()
  expect([signIn.asked, framed.asked]).toEqual([[], []])
})

test.each(['retry', 'goBack'] as const)('sign in first: %s asks again before a code appears', async (method) => {
  const { linker, timers, waiting, shownCodes, open } = openPage()
  await open()
  waiting[0]?.answer(401)
  await timers.settle()
  linker[method]()
  await timers.settle()
  expect([waiting.length, shownCodes()]).toEqual([2, []])
  waiting[1]?.answer(200)
  await timers.settle()
  expect(linker.getState()).toMatchObject({ flow: { status: 'choosing' }, pairingUri: 'wc:topic-2@2' })
})

test('onSignInNeeded: the modal closes and the host app receives the purpose', async () => {
  const told: LinkPurpose[] = []
  const { linker, timers, waiting, shownCodes, open } = openPage({
    link: { onSignInNeeded: (purpose) => told.push(purpose) },
  })
  await open({ kind: 'unlink', walletId: 'w1', accountId })
  waiting[0]?.answer(401)
  await timers.settle()
  expect(told).toEqual([{ kind: 'unlink', walletId: 'w1', accountId }])
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect(shownCodes()).toEqual([])
})

test.each<[string, (asked: { answer: (status: number) => void; fail: () => void }) => void]>([
  ['200', ({ answer }) => answer(200)],
  ['204', ({ answer }) => answer(204)],
  ['403', ({ answer }) => answer(403)],
  ['404, as of an older API', ({ answer }) => answer(404)],
  ['429', ({ answer }) => answer(429)],
  ['500', ({ answer }) => answer(500)],
  ['no answer at all', ({ fail }) => fail()],
])('sign in first: %s does not hide the code', async (_, say) => {
  const { linker, timers, waiting, open } = openPage()
  await open()
  const [asked] = waiting
  if (asked !== undefined) say(asked)
  await timers.settle()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'choosing' },
    pairingUri: 'wc:topic-1@2',
    isCodeHeld: false,
  })
})

test('sign in first: a slow server delays the code by half a second, and may still say no', async () => {
  const { linker, timers, waiting, open, shownUri } = openPage()
  await open()
  await timers.advance(499)
  expect(shownUri()).toBeUndefined()
  await timers.advance(1)
  expect(shownUri()).toBe('wc:topic-1@2')
  waiting[0]?.answer(401)
  await timers.settle()
  expect(linker.getState()).toMatchObject({ flow: { error: { code: 'sign_in_needed' } }, pairingUri: undefined })
})

test('sign in first: a visitor known at the last opening waits for nothing; the check still runs', async () => {
  const { linker, timers, waiting, open, shownUri } = openPage()
  await open()
  waiting[0]?.answer(200)
  await timers.settle()
  linker.close()
  linker.open()
  expect([shownUri(), waiting.length]).toEqual(['wc:topic-2@2', 2])
})

test('sign in first: an answer after the modal closed does nothing', async () => {
  const told: LinkPurpose[] = []
  const { linker, timers, waiting, open } = openPage({
    link: { onSignInNeeded: (purpose) => told.push(purpose) },
  })
  await open()
  linker.close()
  waiting[0]?.answer(401)
  await timers.settle()
  expect([linker.getState().flow, told]).toEqual([{ status: 'closed' }, []])
})

test('sign in first: signing in needs no check', async () => {
  const { linker, asked, open } = openPage()
  await open({ kind: 'signIn' })
  expect([asked, linker.getState().pairingUri]).toEqual([[], 'wc:topic-1@2'])
})

test('isSignedIn: uses the address of the wallets, with any end of the mount path', async () => {
  for (const linkUrl of ['/link', '/link/', '/link///']) {
    const urls: string[] = []
    const fetch = async (input: RequestInfo | URL) => {
      urls.push(String(input))
      return new Response()
    }
    expect(await isSignedIn({ fetch, linkUrl }, new AbortController().signal)).toBe(true)
    expect(urls).toEqual(['/link/wallets'])
  }
})
