import type { AddressKey } from '@hawser/wire'
import type { Deliveries } from '../deliveries/deliveries.ts'
import type { Subscribing } from '../deliveries/subscribing.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'

/** Who asks, from where, and the store. */
export type RpcCaller = {
  readonly clientId: string
  /** Undefined: not limited by address. */
  readonly address: AddressKey | undefined
  readonly mailbox: Mailbox
}

/** What a method of a socket works with: the caller and the relay around it. */
export type RpcContext = RpcCaller & { readonly deliveries: Deliveries }

/** What a method comes to. */
export type RpcOutcome = {
  readonly result: unknown
  /** To be started once the answer is out: what is pending is pushed after it. */
  readonly subscribing?: Subscribing
  /** Names messages in the answer: they are taken when the client is seen to have received it. */
  readonly receipt?: string | undefined
}
