import { BaseError, type Reason } from '@hawser/wire'

/** What the wallet's storage holds under the account's key is no secret key. Its message never holds the value. */
export class AccountUnreadableError extends BaseError {
  readonly code = 'account_unreadable'
}

/** Nothing waits at the topic of a pairing URI. */
export class ProposalMissingError extends BaseError {
  readonly code = 'proposal_missing'
}

/** A request cannot be shown to a person. `reason` is the numbered reason to answer the app with. */
export class RequestUnsupportedError extends BaseError {
  readonly code = 'request_unsupported'
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** There is no built wallet page in the folder. */
export class WalletPageMissingError extends BaseError {
  readonly code = 'wallet_page_missing'
}
