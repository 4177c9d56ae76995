import type { AddressKey } from '@hawser/wire'
import type { Deliveries } from '../deliveries/deliveries.ts'
import type { PendingSubscription } from '../deliveries/pendingSubscription.ts'
import type { Recipient } from '../deliveries/recipient.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'

/** The caller, its address, and the store. */
export type RpcCaller = {
  readonly clientId: string
  /** Undefined: the caller is not limited by address. */
  readonly address: AddressKey | undefined
  readonly mailbox: Mailbox
}

/** The environment of a socket method: the caller, and its connection as a recipient of the relay's deliveries. */
export type RpcContext = RpcCaller & { readonly deliveries: Deliveries; readonly recipient: Recipient }

/** The result of a method. */
export type RpcOutcome = {
  readonly result: unknown
  /** Started once the answer is sent, so that pending messages are pushed after the answer. */
  readonly subscribing?: PendingSubscription
  /** Identifies messages in the answer. They count as taken once the client has evidently received the answer. */
  readonly receipt?: string | undefined
}
