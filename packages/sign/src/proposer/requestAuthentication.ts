import {
  type AuthenticationRequest,
  type Cacao,
  checkCacao,
  checkGranted,
  InvalidCacaoError,
  namespacesOfCacaos,
  type Properties,
  type Reason,
  reasons,
  signInReasons,
  type Topic,
} from '@hawser/wire'
import { decodeUtf8 } from '@hawser/wire/internal'
import { topicOf } from '../envelope/createPairing.ts'
import { openSealed, parseEnvelope } from '../envelope/envelope.ts'
import { bytesToHex, deriveSymKey, type KeyPair } from '../envelope/keys.ts'
import {
  EnvelopeInvalidError,
  InvalidSessionMessageError,
  ProposalExpiredError,
  ProposalRejectedError,
  RequestRejectedError,
  toBaseError,
} from '../errors.ts'
import type { Deferred } from '../lifetime/deferred.ts'
import {
  authenticateMethod,
  authenticationRoutes,
  formatAuthenticationParams,
  parseAuthenticationResult,
} from '../message/authenticationMessage.ts'
import type { SessionMessage } from '../message/openedMessage.ts'
import { sessionLifetimeMs } from '../message/peer.ts'
import { formatRequest, readSessionMessage } from '../message/sessionMessage.ts'
import type { Session } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import { type Sessions, settleTimeoutMs } from '../session/session.ts'
import type { ProposalDraft } from './proposalDraft.ts'
import type { SentProposals } from './sentProposals.ts'

// Codes for a method that the wallet does not offer: the protocol's (unauthorized, unsupported and unknown), EIP-1193,
// JSON-RPC and EIP-1474.
const unsupportedCodes: readonly number[] = [
  reasons.methodUnsupported.code,
  reasons.invalidMethod.code,
  reasons.unauthorizedMethod.code,
  reasons.unsupportedMethods.code,
  4200,
  -32_601,
  -32_004,
]

/** A sign-in request, and the proposal that travels with it. */
export type AuthenticationDraft = {
  readonly authentication: AuthenticationRequest
  readonly draft: ProposalDraft
  readonly keys: KeyPair
  readonly properties: Properties
  /** Resolves with the signed texts if the wallet signs in; otherwise settles with the proposal. */
  readonly cacaos: Deferred<readonly Cacao[]>
  readonly proposals: Pick<SentProposals, 'get' | 'isOpen' | 'reject'>
  readonly sessions: Pick<Sessions, 'add'>
}

/**
 * Sends wc_sessionAuthenticate on the pairing, whose topic is already open, and takes the answer on a topic of its own.
 * Resolves when the relay has the request and the subscription. A separate chunk, which only dapps with sign-in load.
 */
export async function requestAuthentication(context: Context, asking: AuthenticationDraft): Promise<void> {
  const { exchange, relay } = context
  const { authentication, draft, keys, proposals } = asking
  const { pairingTopic, expiresAt } = draft
  const id = exchange.nextId()
  const publicKey = bytesToHex(keys.publicKey)
  const responseTopic = await topicOf(keys.publicKey)
  const self = { publicKey, metadata: context.metadata }

  /** False once the proposal has an answer or has ended, because only the first answer counts. */
  const isOpen = () => proposals.isOpen(draft.id) && proposals.get(draft.id)?.approved === undefined

  function onRefused(reason: Reason): void {
    // A wallet that does not know the method takes the proposal instead.
    if (isOpen() && !unsupportedCodes.includes(reason.code))
      proposals.reject(draft.id, new ProposalRejectedError(reason))
  }

  async function onMessage(message: string): Promise<void> {
    const { symKey, senderPublicKey, answer } = await openAnswer(context, keys, message)
    if (answer.kind === 'request' || answer.id !== id) return
    if (answer.kind === 'error') return onRefused(answer.reason)
    const topic = await topicOf(symKey)
    // Cancelled or over in the meantime: end the session that the wallet has, because no caller waits for it (F-L12).
    if (!isOpen()) {
      const isLate = expiresAt <= context.now()
      return refuseSession(topic, symKey, isLate ? reasons.sessionSettlementFailed : reasons.userDisconnected)
    }
    try {
      const { cacaos, responder } = parseAuthenticationResult(answer.result, authentication.chains)
      if (responder.publicKey !== senderPublicKey) {
        throw new InvalidCacaoError('The answer is sealed by another key than its own.')
      }
      for (const cacao of cacaos) checkCacao(cacao, authentication)
      const namespaces = namespacesOfCacaos(cacaos)
      checkGranted(draft.requiredNamespaces, namespaces)
      void exchange.open(topic, symKey)
      const session: Session = {
        topic,
        pairingTopic,
        peer: responder,
        self,
        role: 'dapp',
        controller: responder.publicKey,
        namespaces,
        requiredNamespaces: draft.requiredNamespaces,
        optionalNamespaces: draft.optionalNamespaces,
        expiresAt: Math.floor(context.now() / 1000) * 1000 + sessionLifetimeMs,
        acknowledged: true,
      }
      asking.sessions.add({ session, symKey: bytesToHex(symKey), settleId: undefined, newestIds: {} })
      asking.cacaos.resolve(cacaos)
    } catch (error) {
      refuseSession(topic, symKey, signInReasons.messageCompromised)
      proposals.reject(draft.id, toBaseError(error))
      throw error
    }
  }

  /** Ends the session that the wallet already has: there is no settlement to refuse. */
  function refuseSession(topic: Topic, symKey: Uint8Array, { code, message }: Reason): void {
    // The relay can have repeated the answer that became this session.
    if (context.records.sessions.get(topic) !== undefined) return
    void exchange.open(topic, symKey)
    void exchange.send(topic, exchange.nextId(), 'wc_sessionDelete', { code, message })
    exchange.close(topic, new InvalidSessionMessageError('The session was refused.', { code, message }))
  }

  const listening = exchange.listen(responseTopic, onMessage)
  // Wallets that do not know the method, and some that do, refuse on the pairing's topic.
  exchange.wait(pairingTopic, id, authenticationRoutes.request.ttlSeconds).promise.catch((error) => {
    if (error instanceof RequestRejectedError) onRefused(error.reason)
  })
  const close = () => exchange.close(responseTopic, new InvalidSessionMessageError('The request was answered.'))
  asking.cacaos.promise.then(close, (error) => {
    if (!(error instanceof ProposalExpiredError)) return close()
    context.schedule.at(`proposed:${responseTopic}`, expiresAt + settleTimeoutMs, close)
  })
  const text = formatRequest(
    id,
    authenticateMethod,
    formatAuthenticationParams(authentication, self, expiresAt, asking.properties),
  )
  const message = exchange.seal(pairingTopic, text)
  if (message === undefined) return
  await Promise.all([listening, relay.publish({ topic: pairingTopic, message, ...authenticationRoutes.request })])
}

async function openAnswer(
  context: Context,
  keys: KeyPair,
  message: string,
): Promise<{ symKey: Uint8Array; senderPublicKey: string; answer: SessionMessage }> {
  const envelope = parseEnvelope(message)
  if (envelope.senderPublicKey === undefined) {
    throw new EnvelopeInvalidError('An answer to a sign-in request must be an envelope of type 1.')
  }
  const symKey = await deriveSymKey(await context.curves(), keys.privateKey, envelope.senderPublicKey)
  const bytes = openSealed(envelope, symKey)
  const answer = await readSessionMessage(decodeUtf8(bytes))
  return { symKey, senderPublicKey: bytesToHex(envelope.senderPublicKey), answer }
}
