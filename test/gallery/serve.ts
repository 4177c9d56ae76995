import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { galleryConfig } from './build.ts'

/** `npm run gallery`: every view of the modal in every state, platform, theme and language, on this machine alone. */
const { values: flags } = parseArgs({ options: { port: { type: 'string', default: '4410' } } })
const server = await createServer({ ...galleryConfig, server: { host: '127.0.0.1', port: Number(flags.port) } })
await server.listen()
console.log(`The gallery is at ${server.resolvedUrls?.local[0]}`)
