import type { AuthenticatingClient } from '@hawser/sign'
import { createCacao, type Reason, reasons } from '@hawser/wire'
import { RequestUnsupportedError } from '../../errors.ts'
import { accountOf, type SigningAccount } from '../accounts/account.ts'
import type {
  AppRequest,
  EffectRunner,
  ProposalScreen,
  QuestionScreen,
  RequestScreen,
  Send,
  SignInScreen,
} from '../flow/walletState.ts'
import { unauthorized } from '../requests/refusal.ts'
import { bytesOf } from '../requests/signRequest.ts'
import { signWith } from '../requests/signWith.ts'
import type { SessionNotes } from './sessionNotes.ts'
import { toFailure } from './toFailure.ts'

/** Answers apps, and reports the result if the screen waits for it. */
export function createAnswerEffects(options: {
  readonly client: () => AuthenticatingClient | undefined
  readonly accounts: () => readonly SigningAccount[]
  readonly notes: Pick<SessionNotes, 'approving'>
  readonly send: Send
}) {
  const { notes, send } = options

  const signerOf = (address: string): SigningAccount => {
    const account = accountOf(options.accounts(), address)
    if (account === undefined)
      throw new RequestUnsupportedError(unauthorized('This wallet does not hold that account.'))
    return account
  }

  const approve = async (client: AuthenticatingClient, { proposal, grant, peer }: ProposalScreen): Promise<void> => {
    const { acknowledged } = await notes.approving(proposal.pairingTopic, peer.origin, () =>
      client.approve({ proposalId: proposal.id, namespaces: grant.namespaces }),
    )
    // The list of sessions shows whether the app confirms.
    acknowledged.catch(() => {})
  }

  const signIn = async (client: AuthenticatingClient, screen: SignInScreen): Promise<void> => {
    const { authentication, accountId, recap, request, peer } = screen
    const signature = signerOf(request.address).signers.eip155.signPersonalMessage(bytesOf(request))
    const signed = { request: authentication.request, accountId, signature, ...(recap !== undefined && { recap }) }
    const approval = { requestId: authentication.id, cacaos: [createCacao(signed)] }
    await notes.approving(authentication.pairingTopic, peer.origin, () => client.approveAuthentication(approval))
  }

  const sign = (client: AuthenticatingClient, { request }: RequestScreen): Promise<void> => {
    const result = signWith(signerOf(request.address), request)
    return client.respond({ topic: request.topic, requestId: request.id, response: { result } })
  }

  const tell = async (client: AuthenticatingClient, screen: QuestionScreen): Promise<unknown> => {
    const isYes = screen.answer === 'yes'
    switch (screen.status) {
      case 'proposal':
        return isYes ? approve(client, screen) : refuse(client, screen.proposal)
      case 'signIn':
        return isYes ? signIn(client, screen) : refuse(client, screen.authentication)
      case 'request':
        return isYes ? sign(client, screen) : refuse(client, screen.request)
    }
  }

  return {
    async answer({ screen }) {
      const client = options.client()
      if (client === undefined) return
      try {
        await tell(client, screen)
        send({ type: 'answered' })
      } catch (error) {
        send({ type: 'effectFailed', effect: 'answer', failure: toFailure(error) })
      }
    },
    /** Declines on the wallet's own behalf. Never fails: the app's own time limit covers a lost answer. */
    async refuse({ asked, reason }) {
      const client = options.client()
      if (client !== undefined) await refuse(client, asked, reason).catch(() => {})
    },
    async disconnect({ topic }) {
      try {
        await options.client()?.disconnect({ topic, reason: reasons.userDisconnected })
      } catch (error) {
        send({ type: 'effectFailed', effect: 'disconnect', failure: toFailure(error) })
      }
    },
  } satisfies Partial<EffectRunner>
}

/** Refuses a request. Without a `reason`, the person refuses. */
function refuse(client: AuthenticatingClient, asked: AppRequest, reason?: Reason): Promise<void> {
  if (!('kind' in asked)) {
    const { id: requestId, topic } = asked
    return client.respond({ topic, requestId, response: { error: reason ?? reasons.userRejectedRequest } })
  }
  return asked.kind === 'proposal'
    ? client.reject({ proposalId: asked.id, ...(reason && { reason }) })
    : client.rejectAuthentication({ requestId: asked.id, ...(reason && { reason }) })
}
