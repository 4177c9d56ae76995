import { createMemoryMailbox, createRelay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { type CutProxy, startCutProxy } from '@hawser/test-kit/cutProxy'
import { onTestFinished } from 'vitest'

/**
 * Our relay, with a connection to each side that a test can cut. The relay stops with the test, after everything that the test
 * starts later.
 */
export type RelayBetween = {
  readonly toDapp: CutProxy
  readonly toWallet: CutProxy
  /** Returns the tags of the messages waiting on a topic, as a subscriber that has taken none sees them. */
  tagsWaiting(topic: string): Promise<readonly number[]>
}

export async function startRelayBetween(): Promise<RelayBetween> {
  const mailbox = createMemoryMailbox({ now: Date.now })
  const relay = createRelay({ mailbox, logger: createRunLogger() })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const [toDapp, toWallet] = [await startCutProxy(port), await startCutProxy(port)]
  onTestFinished(async () => {
    await Promise.all([toDapp.stop(), toWallet.stop()])
    await relay.stop()
  })
  return {
    toDapp,
    toWallet,
    async tagsWaiting(topic) {
      const { messages } = await mailbox.pending('an onlooker', [{ topic, afterSequence: 0 }])
      return messages.map(({ tag }) => tag)
    },
  }
}
