import type { Topic } from '@hawser/wire'
import type { Deliveries } from '../deliveries.ts'
import type { Mailbox } from '../mailbox.ts'

/** What a method works with: the caller and the relay around it. */
export type RpcContext = {
  readonly clientId: string
  readonly mailbox: Mailbox
  readonly deliveries: Deliveries
}

/** What a method comes to. */
export type RpcOutcome = {
  readonly result: unknown
  /** Topics the caller is now subscribed to: their pending messages are pushed after the answer. */
  readonly subscribed?: readonly Topic[]
  /** Names messages in the answer: they are taken when the client is seen to have received it. */
  readonly receipt?: string | undefined
}
