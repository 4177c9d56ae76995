import type { AccountId, HandoffStatus } from '@hawser/wire'
import type { FailureCode, HandoffCode } from '../failureCode.ts'

/** A handoff as the screen that starts it shows it. `secondsLeft` changes each second. */
export type HandoffScreenState =
  /** The visitor may start one. */
  | { readonly step: 'offered' }
  | { readonly step: 'starting' }
  /**
   * `address` is the content of the code. Anyone with it can take the place of the phone: show it, never log it.
   * `secondsLeft`: until another code replaces it. A phone that has scanned it then has minutes left.
   */
  | { readonly step: 'code'; readonly address: string; readonly secondsLeft: number }
  /** A phone has asked for a link into a wallet, or has a wallet. */
  | { readonly step: 'onPhone'; readonly secondsLeft: number }
  /**
   * The page was opened in a browser without a wallet. It continues there: by a link into a wallet, or in another
   * browser.
   */
  | { readonly step: 'noWallet'; readonly secondsLeft: number }
  | HandoffDigits
  /** `code`: of an error page, or why the handoff ended. */
  | { readonly step: 'failed'; readonly code: HandoffCode }
  /** `canUndo`: for a minute, if the wallet was not linked before. The server decides. */
  | { readonly step: 'linked'; readonly canUndo: boolean }
  | { readonly step: 'undone' }

/** The wallet has signed: the phone shows six digits to type here. */
export type HandoffDigits = {
  readonly step: 'digits'
  readonly accountId: AccountId | undefined
  /** The wallet's own name. */
  readonly walletName: string | undefined
  readonly attemptsLeft: number
  readonly secondsLeft: number
  /** The server checks them. */
  readonly isChecking: boolean
  /** Why the last ones were refused: the code of the error. */
  readonly problem: FailureCode | undefined
}

/**
 * An action of the visitor: show a code for a phone's camera, in place of an earlier one; link, with the typed digits
 * of the phone; or undo the link.
 */
export type HandoffScreenEvent = { readonly type: 'handoff' } & (
  | { readonly action: 'start' | 'undo' }
  | { readonly action: 'finish'; readonly digits: string }
)

/** Maps a status to the shown state of the handoff, or to its end. Pure. `shown` keeps the current message about the digits. */
export function readHandoffStatus(
  status: Pick<
    HandoffStatus,
    'state' | 'isOpenedOnPhone' | 'isWithoutWallet' | 'accountId' | 'walletName' | 'attemptsLeft' | 'reason'
  >,
  {
    address,
    secondsLeft,
    secondsToNext,
    shown,
  }: { address: string; secondsLeft: number; secondsToNext: number; shown: HandoffScreenState },
): HandoffScreenState {
  switch (status.state) {
    case 'waiting':
      if (status.isWithoutWallet) return { step: 'noWallet', secondsLeft }
      if (status.isOpenedOnPhone) return { step: 'onPhone', secondsLeft }
      return { step: 'code', address, secondsLeft: secondsToNext }
    case 'opened':
      return { step: 'onPhone', secondsLeft }
    case 'proven': {
      const { accountId, walletName, attemptsLeft = 0 } = status
      const { isChecking = false, problem = undefined } = shown.step === 'digits' ? shown : {}
      return { step: 'digits', accountId, walletName, attemptsLeft, secondsLeft, isChecking, problem }
    }
    case 'linked':
      return { step: 'linked', canUndo: true }
    default:
      return { step: 'failed', code: status.reason ?? 'handoff_over' }
  }
}
