import type { AuthenticationChallenge, AuthenticationRequest, ChainId } from '@hawser/wire'
import { ExtensionFailedError, ExtensionSilentError, WalletCannotSignError } from '../../errors.ts'
import type { Asking } from './createPageConnector.ts'

// The visitor waits for the wallet to open meanwhile.
const challengeMs = 3_000

/** Asks a wallet for accounts and a proof in one prompt, and checks its answer. */
export type OnePrompt = {
  readonly method: string
  readonly chains: readonly ChainId[]
  readonly parse?: (value: unknown) => AuthenticationRequest
  readonly ask: (request: AuthenticationRequest) => Promise<unknown>
}

/**
 * Asks a wallet for both. Undefined if there is nothing to sign, or if the wallet answers anything but a refusal or
 * silence: the caller then asks in the way that every wallet knows.
 * @throws ExtensionDeclinedError | ExtensionBusyError | ExtensionSilentError, and the reason of an abort
 */
export async function askInOnePrompt(
  { ask, requestApproval }: Asking,
  { method, chains, parse, ask: askWallet }: OnePrompt,
): Promise<(AuthenticationChallenge & { readonly answer: unknown }) | undefined> {
  if (requestApproval === undefined) return undefined
  const request = () => requestApproval({ chains, ...(parse && { parse }) }).catch(() => undefined)
  const challenge = await ask('challenge', request, challengeMs).catch((error: unknown) => {
    if (error instanceof ExtensionSilentError) return undefined
    throw error
  })
  if (challenge === undefined) return undefined
  try {
    return { ...challenge, answer: await ask(method, () => askWallet(challenge.authentication)) }
  } catch (error) {
    if (error instanceof ExtensionFailedError || error instanceof WalletCannotSignError) return undefined
    throw error
  }
}
