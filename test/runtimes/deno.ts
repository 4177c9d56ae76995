import { withPeerAddress } from '@hawser/link'
import { openLink } from './openLink.ts'

const link = await openLink('/link', Deno.args[0] ?? '')
Deno.serve(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(`listening on ${port}`) },
  (request, { remoteAddr }) => link.fetch(withPeerAddress(request, remoteAddr.hostname)),
)
