import type { AuthenticatingClient, WalletRequest } from '@hawser/sign'
import { type OriginClaim, type OriginStatus, originClaim } from '@hawser/sign/origin'
import { ProposalMissingError, RequestUnsupportedError } from '../../errors.ts'
import type { Address } from '../accounts/ethereumAccount.ts'
import type { EffectRunner, Send } from '../flow/walletState.ts'
import { readSignIn } from '../requests/signInQuestion.ts'
import { toFailure } from './toFailure.ts'

/** Leads from a pairing link to a question: waits for the app's proposal, checks the app's address, and reports both. */
export function createPairingEffects(options: {
  readonly proposalWaitMs: number
  readonly checkOrigin: ((claim: OriginClaim, signal: AbortSignal) => Promise<OriginStatus>) | undefined
  readonly client: () => Pick<AuthenticatingClient, 'pair'> | undefined
  /** The address that a sign-in suggests first. */
  readonly firstAddress: () => Address | undefined
  readonly send: Send
  readonly refuse: EffectRunner['refuse']
}) {
  const { client, send } = options
  let current: AbortController | undefined

  function receive(asked: WalletRequest, origin: OriginStatus): void {
    if (asked.kind === 'proposal') {
      send({ type: 'proposalReceived', proposal: asked, origin })
      return
    }
    const address = options.firstAddress()
    if (address === undefined) return
    try {
      send({ type: 'signInReceived', question: readSignIn(asked, address, origin) })
    } catch (error) {
      if (!(error instanceof RequestUnsupportedError)) throw error
      void options.refuse({ asked, reason: error.reason })
      throw error
    }
  }

  return {
    /** Sends one event at its end, possibly `effectFailed`. Sends none after `cancelPairing` or once another link is given. */
    async pair({ pairingUri }) {
      const attempt = new AbortController()
      current = attempt
      const late = () => attempt.abort(new ProposalMissingError('No proposal came.'))
      const timer = setTimeout(late, options.proposalWaitMs)
      try {
        const asked = await client()?.pair({ pairingUri, signal: attempt.signal })
        clearTimeout(timer)
        if (asked === undefined) return
        // The claim is checked before it is shown to the person.
        const origin = (await options.checkOrigin?.(originClaim(asked), attempt.signal)) ?? 'unknown'
        if (current === attempt) receive(asked, origin)
      } catch (error) {
        const reason: unknown = attempt.signal.aborted ? attempt.signal.reason : error
        // The person has cancelled, so the screen has moved on.
        const isGivenUp = attempt.signal.aborted && !(reason instanceof ProposalMissingError)
        if (!isGivenUp && current === attempt)
          send({ type: 'effectFailed', effect: 'pair', failure: toFailure(reason) })
      } finally {
        clearTimeout(timer)
      }
    },
    cancelPairing() {
      current?.abort()
    },
  } satisfies Partial<EffectRunner>
}
