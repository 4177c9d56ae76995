import { createMemoryMailbox, createRelay, type Mailbox, MailboxFailedError, type Relay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { type CutProxy, startCutProxy } from '@hawser/test-kit/cutProxy'
import { atNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { link, startOfficial, startOurs, stopAtEnd } from './parties.ts'

// A node of a Redis Cluster fails between the two halves of an approval: the settlement is stored, the response is not.
let relay: Relay
let toWallet: CutProxy

afterEach(async () => {
  await toWallet.stop()
  await relay.stop()
})

/** Creates a mailbox that stores half of the first approval, then calls `fail` and rejects the approval. */
function createHalfMailbox(fail: () => void): { readonly mailbox: Mailbox; halves(): number } {
  const mailbox = createMemoryMailbox()
  let halves = 0
  const put: Mailbox['put'] = async (publisherId, publishes, address) => {
    const [, settlement] = publishes
    if (settlement === undefined || halves > 0) return mailbox.put(publisherId, publishes, address)
    halves += 1
    await mailbox.put(publisherId, [settlement], address)
    fail()
    throw new MailboxFailedError('Redis cannot be reached. Try again.')
  }
  return { mailbox: { ...mailbox, put }, halves: () => halves }
}

// 2.21.8 waits 20 s after a cut of its own. Earlier versions publish the two halves separately.
test.each([
  ['our wallet', 'an error'],
  ['our wallet', 'a lost connection'],
  ['a wallet of 2.21.8', 'an error'],
  ...atNight(['a wallet of 2.21.8', 'a lost connection'] as const),
] as const)(
  'F-R17: %s links after %s between the halves of its approval',
  async (name, failure) => {
    const { mailbox, halves } = createHalfMailbox(() => failure === 'a lost connection' && toWallet.cut())
    relay = createRelay({ mailbox, logger: createRunLogger() })
    const { port, url } = await relay.listen({ port: 0, host: '127.0.0.1' })
    toWallet = await startCutProxy(port)
    const urls = { dapp: url, wallet: toWallet.url }
    const ours = stopAtEnd(startOurs(urls))
    const theirs = stopAtEnd(await startOfficial('@walletconnect/sign-client', urls))
    await (name === 'our wallet' ? link(theirs.dapp, ours.wallet) : link(ours.dapp, theirs.wallet))
    expect(halves()).toBe(1)
  },
  120_000,
)
