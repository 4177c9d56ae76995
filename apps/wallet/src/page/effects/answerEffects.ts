import type { AuthenticatingClient, SessionRequest } from '@hawser/sign'
import { createCacao, type Reason, reasons } from '@hawser/wire'
import { RequestUnsupportedError } from '../../errors.ts'
import { accountOf, type HeldAccount } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import type { AwaitedEffect, Failure, WalletEffect } from '../flow/walletState.ts'
import type { SignInQuestion } from '../requests/signInQuestion.ts'
import { bytesOf, type SignRequest } from '../requests/signRequest.ts'
import { signWith } from '../requests/signWith.ts'
import type { SessionOrigins } from './sessionOrigins.ts'

type ApproveEffect = Extract<WalletEffect, { type: 'approve' }>
type AnsweredEffect = 'approve' | 'reject' | 'signIn' | 'decline' | 'sign' | 'refuse' | 'disconnect'

/** What is said to apps, by the person or in the wallet's own name. */
export type AnswerEffect = Extract<
  WalletEffect,
  { type: AnsweredEffect | 'rejectUnsupported' | 'declineUnsupported' | 'answerError' }
>

/** Runs the effects that answer apps, and reports how those end that somebody waits for. */
export function createAnswerEffects(options: {
  /** Undefined until the wallet has loaded. */
  readonly client: () => AuthenticatingClient | undefined
  readonly accounts: () => readonly HeldAccount[]
  readonly origins: Pick<SessionOrigins, 'approving'>
  readonly send: Send
  readonly toFailure: (error: unknown) => Failure
}) {
  const { origins, send } = options

  const awaited = async (
    effect: AwaitedEffect & AnsweredEffect,
    action: (client: AuthenticatingClient) => Promise<unknown>,
  ): Promise<void> => {
    const client = options.client()
    if (client === undefined) return
    try {
      await action(client)
      send({ type: 'effectDone', effect })
    } catch (error) {
      send({ type: 'effectFailed', effect, failure: options.toFailure(error) })
    }
  }

  /** The person has been told already, and the app's own time limit covers an answer that gets lost. */
  const unattended = async (action: (client: AuthenticatingClient) => Promise<unknown>): Promise<void> => {
    const client = options.client()
    if (client !== undefined) await action(client).catch(() => {})
  }

  const signerOf = (address: string): HeldAccount => {
    const account = accountOf(options.accounts(), address)
    if (account === undefined)
      throw new RequestUnsupportedError(
        { code: 4100, message: 'This wallet does not hold that account.' },
        'The account is gone.',
      )
    return account
  }

  const approve = async (client: AuthenticatingClient, { proposal, grant, origin }: ApproveEffect): Promise<void> => {
    const { id: proposalId, pairingTopic } = proposal
    const { namespaces } = grant
    const { acknowledged } = await origins.approving(pairingTopic, origin, () =>
      client.approve({ proposalId, namespaces }),
    )
    // Whether the app confirms shows in the list of sessions.
    acknowledged.catch(() => {})
  }

  const signIn = async (client: AuthenticatingClient, question: SignInQuestion): Promise<void> => {
    const { authentication, accountId, recap, request } = question
    const signature = signerOf(request.address).signers.eip155.signPersonalMessage(bytesOf(request))
    const signed = { request: authentication.request, accountId, signature, ...(recap !== undefined && { recap }) }
    const approval = { requestId: authentication.id, cacaos: [createCacao(signed)] }
    await origins.approving(authentication.pairingTopic, request.peer.origin, () =>
      client.approveAuthentication(approval),
    )
  }

  /** Refuses a request in the wallet's own name. */
  const refuse = (request: Pick<SessionRequest, 'id' | 'topic'>, reason: Reason): Promise<void> =>
    unattended((client) => answer(client, request, { error: reason }))

  /** Refuses a request to sign in, in the wallet's own name. */
  const decline = (requestId: number, reason: Reason): Promise<void> =>
    unattended((client) => client.rejectAuthentication({ requestId, reason }))

  const run = (effect: AnswerEffect): Promise<void> => {
    switch (effect.type) {
      case 'approve':
        return awaited('approve', (client) => approve(client, effect))
      case 'reject':
        return awaited('reject', (client) => client.reject({ proposalId: effect.proposal.id }))
      case 'signIn':
        return awaited('signIn', (client) => signIn(client, effect.question))
      case 'decline':
        return awaited('decline', (client) =>
          client.rejectAuthentication({ requestId: effect.question.authentication.id }),
        )
      case 'sign':
        return awaited('sign', async (client) =>
          answer(client, effect.request, { result: signWith(signerOf(effect.request.address), effect.request) }),
        )
      case 'refuse':
        return awaited('refuse', (client) => answer(client, effect.request, { error: reasons.userRejectedRequest }))
      case 'rejectUnsupported':
        return unattended((client) => client.reject({ proposalId: effect.proposal.id, reason: effect.reason }))
      case 'declineUnsupported':
        return decline(effect.question.authentication.id, effect.reason)
      case 'answerError':
        return refuse(effect.request, effect.reason)
      case 'disconnect':
        return awaited('disconnect', (client) =>
          client.disconnect({ topic: effect.topic, reason: reasons.userDisconnected }),
        )
    }
  }

  return { run, refuse, decline }
}

function answer(
  client: AuthenticatingClient,
  request: Pick<SignRequest, 'id' | 'topic'>,
  response: { result: unknown } | { error: Reason },
): Promise<void> {
  return client.respond({ topic: request.topic, requestId: request.id, response })
}
