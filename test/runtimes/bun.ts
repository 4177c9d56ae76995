import { withPeerAddress } from '@hawser/link'
import { openLink } from './openLink.ts'

const link = await openLink('/link', process.argv[2] ?? '')
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request, server) => link.fetch(withPeerAddress(request, server.requestIP(request)?.address)),
})
console.log(`listening on ${server.port}`)
