import type { Topic } from '@hawser/wire'
import type { Deliveries } from '../deliveries.ts'
import type { Mailbox } from '../mailbox.ts'

/** Who asks, and the store. */
export type RpcCaller = { readonly clientId: string; readonly mailbox: Mailbox }

/** What a method of a socket works with: the caller and the relay around it. */
export type RpcContext = RpcCaller & { readonly deliveries: Deliveries }

/** What a method comes to. */
export type RpcOutcome = {
  readonly result: unknown
  /** Topics the caller is now subscribed to: their pending messages are pushed after the answer. */
  readonly subscribed?: readonly Topic[]
  /** Names messages in the answer: they are taken when the client is seen to have received it. */
  readonly receipt?: string | undefined
}
