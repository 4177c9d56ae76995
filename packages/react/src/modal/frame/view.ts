import type { LinkerEvent, LinkerState } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'

/** What every view gets: the state to render, the way to send events, the texts. */
export type ViewProps = {
  readonly state: LinkerState
  readonly send: (event: LinkerEvent) => void
  readonly messages: Messages
}
