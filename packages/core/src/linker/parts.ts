import type { AppSwitch } from '../flow/appSwitch.ts'
import type { ProofClients } from '../proof/proofClients.ts'
import type { LazyCatalog } from './lazy/lazyCatalog.ts'
import type { LazyLinkedWallets } from './lazy/lazyLinkedWallets.ts'
import type { LinkerSessions } from './linkerSessions.ts'
import type { ModalViews } from './modalViews.ts'
import type { Toasts } from './toasts.ts'

/** The parts of a linker around its flow. */
export type LinkerParts = {
  readonly catalog: LazyCatalog
  readonly linkedWallets: LazyLinkedWallets
  readonly sessions: LinkerSessions
  readonly views: ModalViews
  /** Defined on phones only. */
  readonly appSwitch: AppSwitch | undefined
  readonly toasts: Toasts
  /** Undefined if no link API is configured. */
  readonly proof: ProofClients | undefined
}
