import { createRelay } from '@hawser/relay'
import { serve } from '../../test/interop/peerProcess.ts'

// The relay that both pairs use.
const logger = { info: () => {}, warn: () => {}, error: () => {} }
const relay = createRelay({ logger })
const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
serve({ port: () => port })
