import { createMemoryMailbox, createRelay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { type CutProxy, startCutProxy } from '@hawser/test-kit/cutProxy'
import { onTestFinished } from 'vitest'

/** Our relay, and to each side a line that can be cut. It stops with the test, after all that the test starts later. */
export type RelayBetween = {
  readonly toDapp: CutProxy
  readonly toWallet: CutProxy
  /** The tags of what the mailbox holds on a topic, as somebody who took nothing sees it. */
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
