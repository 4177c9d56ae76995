import type { Reason } from '@hawser/wire'

/** A message between peers: the content of an envelope. */
export type SessionMessage =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly reason: Reason }
