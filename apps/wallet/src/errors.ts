import { BaseError, type Reason } from '@hawser/wire'

/** The value in the wallet's storage under the account's key is not a secret key. The message never holds the value. */
export class AccountUnreadableError extends BaseError {
  readonly code = 'account_unreadable'
}

/** The mistakes of a seed phrase. Positions count from 1. */
export type SeedPhraseProblem =
  | { readonly problem: 'length'; readonly count: number }
  | { readonly problem: 'words'; readonly positions: readonly number[] }
  | { readonly problem: 'checksum' }

const seedPhraseWords: Readonly<Record<SeedPhraseProblem['problem'], string>> = {
  length: 'A seed phrase has 12, 15, 18, 21 or 24 words.',
  words: 'A seed phrase holds a word that is not in the list of BIP-39.',
  checksum: 'The words of the seed phrase do not belong together in this order: its checksum is wrong.',
}

/** A text is no seed phrase. Neither the message nor `reason` holds a word of it. */
export class InvalidSeedPhraseError extends BaseError {
  readonly code = 'invalid_seed_phrase'
  readonly reason: SeedPhraseProblem

  constructor(reason: SeedPhraseProblem) {
    super(seedPhraseWords[reason.problem])
    this.reason = reason
  }
}

/** The typed data to sign does not have the form of EIP-712, or is too long to show. */
export class InvalidTypedDataError extends BaseError {
  readonly code = 'invalid_typed_data'
}

/** Nothing waits at the topic of a pairing URI. */
export class ProposalMissingError extends BaseError {
  readonly code = 'proposal_missing'
}

/** A request cannot be shown to a person. `reason` is the numbered reason to answer the app with. */
export class RequestUnsupportedError extends BaseError {
  readonly code = 'request_unsupported'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.message)
    this.reason = reason
  }
}

/** There is no built wallet page in the folder. */
export class WalletPageMissingError extends BaseError {
  readonly code = 'wallet_page_missing'
}
