import type { SignErrorCode } from '@hawser/sign'
import type { CodesOf, HandoffEnd, LinkRefusalCode, WireErrorCode } from '@hawser/wire'
import type * as errors from './errors.ts'

/** The codes of the errors of core. Those behind the first come with other chunks, so their codes are listed: a test compares them. */
export type CoreErrorCode =
  | CodesOf<typeof errors>
  | 'client_unavailable'
  | 'code_ended'
  | 'invalid_linker_options'
  | 'link_refused'
  | 'one_tap_unavailable'
  | 'page_outdated'
  | 'relay_silent'
  | 'sign_in_needed'

/**
 * Every code that the state of a linker can hold, each with a page in `docs/errors`; `unknown` for an error of other code.
 * The union is closed, so that a `switch` or a `Record` over it can be complete. A refusal that only a newer link API
 * knows is `link_refused`, with its own code as `reason`. A minor version may add codes: keep a `default` where that must not stop a build.
 * @example const texts: Partial<Record<FailureCode, string>> = { page_outdated: 'Reload the page.' }
 */
export type FailureCode = CoreErrorCode | SignErrorCode | WireErrorCode | LinkRefusalCode | 'unknown'

/** Why a handoff ended, or could not go on: the code of an error, or what somebody did. */
export type HandoffCode = FailureCode | HandoffEnd
