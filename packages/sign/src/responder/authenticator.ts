import {
  type BaseError,
  type Cacao,
  checkCacao,
  InvalidCacaoError,
  isTopic,
  namespacesOfCacaos,
  parseCacao,
  type Reason,
  readReason,
  reasons,
  signInReasons,
  type Topic,
} from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { topicOf } from '../envelope/createPairing.ts'
import { sealEnvelope } from '../envelope/envelope.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import { InvalidSessionMessageError, reasonOf, toBaseError } from '../errors.ts'
import { toLocalDeadline } from '../lifetime/deadline.ts'
import {
  authenticateMethod,
  authenticationRoutes,
  parseAuthenticationParams,
} from '../message/authenticationMessage.ts'
import { sessionLifetimeMs } from '../message/peer.ts'
import type { Route } from '../message/routes.ts'
import { type Answer, formatAnswer } from '../message/sessionMessage.ts'
import { toPlain } from '../message/toPlain.ts'
import type { Authentication, Session } from '../records/records.ts'
import type { Context, Role } from '../session/context.ts'
import type { IncomingRequest } from '../session/exchange.ts'
import type { Sessions } from '../session/session.ts'
import type { WalletRequests } from './walletRequests.ts'

/** The wallet's side of wc_sessionAuthenticate. */
export type Authenticator = Role & {
  approveAuthentication(params: { requestId: number; cacaos: readonly Cacao[] }): Promise<Session>
  rejectAuthentication(params: { requestId: number; reason?: Reason }): Promise<void>
}

/**
 * Creates the wallet's side of sign-in. `tell` receives each request, or the error if it could not be read, with the
 * topic of its pairing.
 */
export function createAuthenticator(
  context: Context,
  sessions: Sessions,
  requests: WalletRequests<Authentication>,
  tell: (topic: Topic, asked: Authentication | BaseError) => void,
): Authenticator {
  const { records, exchange, relay, randomBytes, emitter, now } = context
  const approvals = new Map<number, Promise<{ session: Session; sent: Promise<unknown> }>>()

  async function onRequest({ topic, id, params }: IncomingRequest): Promise<undefined> {
    const pairing = records.pairings.get(topic)
    if (pairing?.role !== 'wallet' || pairing.answeredId !== undefined || requests.get(id) !== undefined) return
    try {
      const { request, requester, properties, expiresAt: given = pairing.expiresAt } = parseAuthenticationParams(params)
      const end = Date.parse(request.expirationTime ?? '')
      const expiresAt = toLocalDeadline(Math.min(given, pairing.expiresAt, Number.isNaN(end) ? given : end), now())
      if (expiresAt <= now()) {
        throw new InvalidSessionMessageError('The request arrived after its expiry.', signInReasons.authRequestExpired)
      }
      const authentication: Authentication = {
        kind: 'authentication',
        id,
        pairingTopic: topic,
        requester,
        request,
        expiresAt,
        ...properties,
      }
      requests.put(authentication)
      // Another dapp's request can have the id of an earlier one.
      approvals.delete(id)
      tell(topic, authentication)
      emitter.emit('authentication', authentication)
    } catch (error) {
      const failure = toBaseError(error)
      emitter.emit('failure', failure)
      tell(topic, failure)
      requests.markAnswered({ id, pairingTopic: topic })
      const publicKey = field(asObject(field(asObject(params) ?? {}, 'requester')) ?? {}, 'publicKey')
      const reason = failure instanceof InvalidCacaoError ? signInReasons.malformedRequestParams : reasonOf(failure)
      // A requester that names no key for the answer gets no answer.
      if (isTopic(publicKey)) await answer(publicKey, id, { error: reason }, authenticationRoutes.refusal)
    }
  }

  /** Sends an answer that only the requester can open. The requester reads this wallet's public key from the envelope. */
  async function answer(publicKey: string, id: number, given: Answer, route: Route): Promise<{ sent: Promise<void> }> {
    const curves = await context.curves()
    const keys = await createKeyPair(curves, randomBytes)
    const symKey = await deriveSymKey(curves, keys.privateKey, hexToBytes(publicKey))
    const topic = await topicOf(hexToBytes(publicKey))
    return { sent: send(topic, formatAnswer(id, given), { symKey, senderPublicKey: keys.publicKey }, route) }
  }

  function send(
    topic: Topic,
    text: string,
    keys: { symKey: Uint8Array; senderPublicKey: Uint8Array },
    route: Route,
  ): Promise<void> {
    const sent = relay.publish({ topic, message: sealEnvelope(text, keys, randomBytes), ...route })
    sent.catch(() => {})
    return sent
  }

  /** Approves a request. From here on the request is answered, even if the socket is lost. */
  async function settle({ id, pairingTopic, requester, request }: Authentication, cacaos: readonly Cacao[]) {
    const curves = await context.curves()
    const keys = await createKeyPair(curves, randomBytes)
    const symKey = await deriveSymKey(curves, keys.privateKey, hexToBytes(requester.publicKey))
    const topic = await topicOf(symKey)
    const responseTopic = await topicOf(hexToBytes(requester.publicKey))
    const self = { publicKey: bytesToHex(keys.publicKey), metadata: context.metadata }
    const session: Session = {
      topic,
      pairingTopic,
      peer: requester,
      self,
      role: 'wallet',
      controller: self.publicKey,
      namespaces: namespacesOfCacaos(cacaos),
      requiredNamespaces: {},
      optionalNamespaces: {
        eip155: { chains: request.chains, methods: request.methods, events: ['chainChanged', 'accountsChanged'] },
      },
      expiresAt: Math.floor(now() / 1000) * 1000 + sessionLifetimeMs,
      // There is no settlement to confirm: the dapp gets the session with the answer.
      acknowledged: true,
    }
    // The request can have been rejected, expired or ended with its pairing in the meantime. It must not become a session then.
    requests.require(id)
    requests.markAnswered({ id, pairingTopic })
    sessions.add({ session, symKey: bytesToHex(symKey), settleId: undefined, newestIds: {} })
    const listening = exchange.open(topic, symKey)
    // Stored before it is sent: see settlement.ts.
    await records.flush().catch(() => {})
    const text = formatAnswer(id, { result: { cacaos, responder: self } })
    const keysOfAnswer = { symKey, senderPublicKey: keys.publicKey }
    const published = send(responseTopic, text, keysOfAnswer, authenticationRoutes.result)
    return { session, sent: Promise.all([listening, published]) }
  }

  return {
    restore: requests.restore,
    onRequest: (request) => (request.method === authenticateMethod ? onRequest(request) : undefined),
    onPairingEnded: requests.expireAll,
    async approveAuthentication({ requestId, cacaos }) {
      const given = toPlain(cacaos, 'cacaos')
      await context.ready()
      let approving = approvals.get(requestId)
      if (approving === undefined) {
        const authentication = requests.require(requestId)
        const cacaos = given.map((cacao) => parseCacao(cacao))
        if (cacaos.length === 0)
          throw new InvalidCacaoError('An answer to a sign-in request must have at least one CACAO.')
        for (const cacao of cacaos) checkCacao(cacao, authentication.request)
        approving = settle(authentication, cacaos)
        approvals.set(requestId, approving)
        approving.catch(() => approvals.delete(requestId))
      }
      const { session, sent } = await approving
      await relay.withTimeout(sent)
      return session
    },
    async rejectAuthentication({ requestId, reason = reasons.userRejected }) {
      const { code, message } = readReason(reason) ?? reasons.userRejected
      await context.ready()
      const { pairingTopic, requester } = requests.require(requestId)
      requests.markAnswered({ id: requestId, pairingTopic })
      const { sent } = await answer(
        requester.publicKey,
        requestId,
        { error: { code, message } },
        authenticationRoutes.error,
      )
      await relay.withTimeout(sent)
    },
  }
}
