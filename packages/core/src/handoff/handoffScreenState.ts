import type { AccountId, HandoffStatus } from '@hawser/wire'
import type { FailureCode, HandoffCode } from '../failureCode.ts'

/** The state of a handoff on the screen that starts it. `secondsLeft` changes each second. */
export type HandoffScreenState =
  /** The visitor can start a handoff. */
  | { readonly step: 'offered' }
  | { readonly step: 'starting' }
  /**
   * `address` is the content of the code. Anyone with it can take the place of the phone: show it, never log it. `secondsLeft`
   * counts down to the next code. A phone that has scanned this code has minutes more.
   */
  | { readonly step: 'code'; readonly address: string; readonly secondsLeft: number }
  /** A phone has asked for a link into a wallet, or has a wallet. */
  | { readonly step: 'onPhone'; readonly secondsLeft: number }
  /** The phone opened the page in a browser without a wallet. It continues by a link into a wallet, or in another browser. */
  | { readonly step: 'noWallet'; readonly secondsLeft: number }
  | HandoffDigits
  /** `code`: an error code with a page in `docs/errors`, or the reason why the handoff ended. */
  | { readonly step: 'failed'; readonly code: HandoffCode }
  /** `canUndo` is true for a minute, if the wallet was not linked before. The server decides. */
  | { readonly step: 'linked'; readonly canUndo: boolean }
  | { readonly step: 'undone' }

/** The wallet has signed. The phone shows six digits for the visitor to type here. */
export type HandoffDigits = {
  readonly step: 'digits'
  readonly accountId: AccountId | undefined
  /** The wallet's own name. */
  readonly walletName: string | undefined
  readonly attemptsLeft: number
  readonly secondsLeft: number
  /** Whether the server is checking the digits. */
  readonly isChecking: boolean
  /** The error code of the last refusal of digits. */
  readonly problem: FailureCode | undefined
}

/**
 * An action of the visitor. `start` shows a code for a phone's camera, in place of an earlier one. `finish` links the wallet
 * with the digits from the phone. `undo` removes the link.
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
