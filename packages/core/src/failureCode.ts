import type { SignErrorCode } from '@hawser/sign'
import type { CodesOf, HandoffEnd, LinkRefusalCode, WireErrorCode } from '@hawser/wire'
import type * as errors from './errors.ts'

/** The error codes of core. The listed codes belong to errors of other chunks; a test keeps the list complete. */
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
 * Every code that a linker's state can contain, each with a page in `docs/errors`. `unknown` marks an error that is not
 * Hawser's own. The union is closed, so that a `switch` or a `Record` over it can be complete. A refusal that only a newer link
 * API knows is `link_refused`, with its own code as `reason`. A minor version can add codes: keep a `default` where a new code
 * must not stop a build.
 * @example const texts: Partial<Record<FailureCode, string>> = { page_outdated: 'Reload the page.' }
 */
export type FailureCode = CoreErrorCode | SignErrorCode | WireErrorCode | LinkRefusalCode | 'unknown'

/** The reason why a handoff ended or could not continue: an error code, or the act of one side. */
export type HandoffCode = FailureCode | HandoffEnd
