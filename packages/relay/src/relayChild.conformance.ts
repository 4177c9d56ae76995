import { createRelay, type RelayOptions } from './createRelay.ts'

/** What the test may ask of the relay's process, and what that answers. */
export type ChildQuestion = 'memory'
export type ChildMessage = { readonly port: number } | { readonly rss: number }
export type ChildSettings = Pick<RelayOptions, 'limits' | 'audiences'>

// A relay in memory, in a process of its own. Whatever it throws and nobody catches ends it, as Node does by default.
const settings: ChildSettings = JSON.parse(process.env.RELAY_SETTINGS ?? '{}')
const tell = (message: ChildMessage) => process.send?.(message)

const relay = createRelay(settings)
process.on('message', async () => {
  // Twice: what finalizers let go of in the first round goes in the second.
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  tell({ rss: process.memoryUsage.rss() })
})
process.once('disconnect', () => process.exit(0))
tell({ port: (await relay.listen({ port: 0, host: '127.0.0.1' })).port })
