import { createHash } from 'node:crypto'
import type { Topic } from '@hawser/wire'

/** The subscription id of relay-server-rpc: sha256 hex of topic ‖ client id. Clients compute the same id. */
export function subscriptionIdOf(topic: Topic, clientId: string): string {
  return createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
}
