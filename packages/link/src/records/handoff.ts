import type { HandoffEnd } from '@hawser/wire'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'

/** A phone's wallet on its way to a host user at another screen. Times are epoch milliseconds. */
export type Handoff = {
  readonly id: string
  readonly hostUserId: string
  /**
   * Hash of the session that started the handoff: only this session can follow, finish or end it. Empty if the host app names
   * no session.
   */
  readonly sessionKey: string
  /** The name of the host user in the signed text. */
  readonly label: string
  /** The namespaces of the requested account. */
  readonly namespaces: readonly string[]
  /** Increases with each change. Of two changes to one version, the store accepts the first. */
  readonly version: number
  /** SHA-256 of the secret that claims the handoff: the secret of the code on the screen, or of the links that a hop made. */
  readonly secretHash: string
  /** Secrets of earlier codes on the screen, which a phone may have opened. Each stays valid until it expires. */
  readonly earlierSecrets: readonly EarlierSecret[]
  /**
   * Hashes of the secrets from before the hop, the latest last. Clients that use one learn only that the handoff was opened
   * elsewhere.
   */
  readonly rotatedHashes: readonly string[]
  /** Whether the page is open in a browser without a wallet. A hop leads out of that browser. */
  readonly isWithoutWallet: boolean
  /** SHA-256 of the grant, once the handoff was claimed. */
  readonly grantHash: string | undefined
  readonly stage: HandoffStage
}

export type EarlierSecret = { readonly hash: string; readonly expiresAt: number }

/** `expiresAt`: until when the handoff can continue or, once it has ended, until when it is stored. */
export type HandoffStage =
  | { readonly state: 'waiting' | 'opened'; readonly expiresAt: number }
  | ProvenStage
  | {
      readonly state: 'linked'
      readonly expiresAt: number
      readonly walletId: string
      /**
       * The challenge that the link rests on: a later proof is not undone. Undefined if the host user had the wallet before.
       */
      readonly undoes: string | undefined
    }
  | { readonly state: 'refused' | 'expired' | 'elsewhere'; readonly expiresAt: number; readonly reason: HandoffEnd }

/** The wallet has signed, but nothing is linked until the digits are typed. */
export type ProvenStage = {
  readonly state: 'proven'
  readonly expiresAt: number
  readonly proof: HandoffProof
  /** Gives the digits together with the grant. The salt alone reveals nothing about them. */
  readonly digitsSalt: string
  readonly digitsHash: string
  readonly attemptsLeft: number
}

/** The proof that becomes a linked wallet. */
export type HandoffProof = {
  readonly account: ProvenAccount
  readonly challengeId: string
  readonly receipt: string
  readonly walletName: string | undefined
}
