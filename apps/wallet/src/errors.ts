import { BaseError, type Reason } from '@hawser/wire'

/** The value stored under the account's key is not a secret key. The message never contains the value. */
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

/** A text is not a seed phrase. Neither the message nor `reason` contains a word of the text. */
export class InvalidSeedPhraseError extends BaseError {
  readonly code = 'invalid_seed_phrase'
  readonly reason: SeedPhraseProblem

  constructor(reason: SeedPhraseProblem) {
    super(seedPhraseWords[reason.problem])
    this.reason = reason
  }
}

/** The typed data to sign is not valid EIP-712 data, or is too long to show. */
export class InvalidTypedDataError extends BaseError {
  readonly code = 'invalid_typed_data'
}

/** No proposal is waiting at the topic of a pairing URI. */
export class ProposalMissingError extends BaseError {
  readonly code = 'proposal_missing'
}

/** A request cannot be shown to the person. `reason` is the numbered reason that the wallet sends to the app. */
export class RequestUnsupportedError extends BaseError {
  readonly code = 'request_unsupported'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.message)
    this.reason = reason
  }
}

/** The folder contains no built wallet page. */
export class WalletPageMissingError extends BaseError {
  readonly code = 'wallet_page_missing'
}
