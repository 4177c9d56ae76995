import type { AuthenticationChallenge, AuthenticationRequest, ChainId } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ExtensionFailedError,
  ExtensionSilentError,
  WalletCannotSignError,
} from '../../errors.ts'
import type { WalletRequestContext } from './createPageConnector.ts'

// Short, because the visitor is waiting for the wallet to open.
const challengeMs = 3_000

/** The way in which a wallet shares accounts and a proof in one prompt. */
export type SignInPrompt = {
  readonly method: string
  readonly chains: readonly ChainId[]
  readonly parse?: (value: unknown) => AuthenticationRequest
  readonly ask: (request: AuthenticationRequest) => Promise<unknown>
}

/**
 * Asks a wallet for accounts and a proof in one prompt. Undefined if there is nothing to sign, or if the request fails
 * without a refusal or silence: the caller then asks in the way that every wallet supports.
 * @throws ExtensionDeclinedError | ExtensionBusyError | ExtensionSilentError, and the reason of an abort
 */
export async function requestSignIn(
  { ask, requestApproval }: WalletRequestContext,
  { method, chains, parse, ask: askWallet }: SignInPrompt,
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
    const isOther = [ExtensionFailedError, WalletCannotSignError, AccountNotGrantedError].some(
      (kind) => error instanceof kind,
    )
    if (isOther) return undefined
    throw error
  }
}
