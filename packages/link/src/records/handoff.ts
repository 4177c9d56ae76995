import type { HandoffEnd } from '@hawser/wire'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'

/** A wallet of a phone on its way to a host user who sits at another screen. Times are epoch milliseconds. */
export type Handoff = {
  readonly id: string
  readonly hostUserId: string
  /** The session that started it, hashed: nobody else follows, finishes or ends it. Empty where the host app names none. */
  readonly sessionKey: string
  /** How the signed text names the host user. */
  readonly label: string
  /** The namespaces of the requested account. */
  readonly namespaces: readonly string[]
  /** Counts up with each change: of two changes to one version the store takes the first. */
  readonly version: number
  /** SHA-256 of the secret that claims it: that of the code on the screen, or of the links a hop has made. */
  readonly secretHash: string
  /** Those of earlier codes on the screen: a phone may have opened one. Each stays valid until it expires. */
  readonly earlierSecrets: readonly EarlierSecret[]
  /** Those of before the hop, the latest last: they only hear that it was opened elsewhere. */
  readonly rotatedHashes: readonly string[]
  /** Its page is open in a browser that has no wallet. A hop leads out of that one. */
  readonly isWithoutWallet: boolean
  /** SHA-256 of the grant, once it was claimed. */
  readonly grantHash: string | undefined
  readonly stage: HandoffStage
}

export type EarlierSecret = { readonly hash: string; readonly expiresAt: number }

/** `expiresAt`: until when it can go on; of an end, until when it is kept. */
export type HandoffStage =
  | { readonly state: 'waiting' | 'opened'; readonly expiresAt: number }
  | ProvenStage
  | {
      readonly state: 'linked'
      readonly expiresAt: number
      readonly walletId: string
      /** The answer the link rests on: a later proof is not undone. Undefined where the host user had the wallet before. */
      readonly undoes: string | undefined
    }
  | { readonly state: 'refused' | 'expired' | 'elsewhere'; readonly expiresAt: number; readonly reason: HandoffEnd }

/** Signed by the wallet, and linked to nobody until the digits are typed. */
export type ProvenStage = {
  readonly state: 'proven'
  readonly expiresAt: number
  readonly proof: HandoffProof
  /** With the grant it gives the digits; without it it says nothing of them. */
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
