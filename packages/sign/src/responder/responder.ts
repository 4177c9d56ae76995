import {
  type BaseError,
  checkGranted,
  checkProperties,
  InvalidPairingUriError,
  type Namespaces,
  type Properties,
  parseNamespaces,
  parsePairingUri,
  type Reason,
  reasons,
  type Topic,
} from '@hawser/wire'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import { topicOf } from '../envelope/topic.ts'
import {
  InvalidSessionMessageError,
  PairingExpiredError,
  ProposalExpiredError,
  RequestExpiredError,
  SessionEndedError,
  toBaseError,
  UnknownProposalError,
} from '../errors.ts'
import { deadlineHere } from '../lifetime/deadline.ts'
import type { Deferred } from '../lifetime/deferred.ts'
import { authenticateMethod } from '../message/authenticationMessage.ts'
import { answerRoute, routes } from '../message/routes.ts'
import { parseSessionConfig, type SessionConfig } from '../message/sessionConfig.ts'
import { formatAnswer, formatRequest, parseProposalParams, type SettleParams } from '../message/sessionMessage.ts'
import { parseProposal } from '../records/parseRecords.ts'
import type { Authentication, Proposal, Session } from '../records/records.ts'
import type { Context, Role } from '../session/context.ts'
import { pairingLifetimeMs } from '../session/createPairing.ts'
import type { IncomingRequest } from '../session/exchange.ts'
import type { Pairings } from '../session/pairing.ts'
import { type Sessions, sessionLifetimeMs, settleTimeoutMs } from '../session/session.ts'

export type ApproveParameters = Properties & {
  readonly proposalId: number
  readonly namespaces: Namespaces
  readonly sessionConfig?: SessionConfig
}

/** A session this wallet has settled. */
export type Approved = {
  readonly session: Session
  /** The dapp has confirmed. Rejects with `session_ended` when it refuses, `request_expired` when it stays silent for five minutes. */
  readonly acknowledged: Promise<Session>
}

/** A session that is settled here and on its way to the dapp. */
type Settling = Pick<Approved, 'acknowledged'> & { readonly topic: Topic; readonly sent: Promise<unknown> }

/** What came through a pairing link. */
export type WalletRequest = Proposal | Authentication

/** The wallet's side of a proposal. */
export type Responder = Role & {
  pair(params: { pairingUri: string; signal?: AbortSignal }): Promise<WalletRequest>
  approve(params: ApproveParameters): Promise<Approved>
  reject(params: { proposalId: number; reason?: Reason }): Promise<void>
  pending(): readonly Proposal[]
  /** Whoever waits on a pairing is told what was asked there, or why that could not be read. */
  tell(topic: Topic, asked: WalletRequest | BaseError): void
}

// A link may come from a clock ahead of ours, but none is meant to last.
const maxPairingLifetimeMs = 3_600_000
// What the relay keeps comes right after the subscription.
const lateMs = 2_000
/** Who approves what has just expired is told that, not that there is no such thing (F-L12). */
export const expiredMs = 60_000

/** The keys a session would have. */
type Agreement = { readonly publicKey: string; readonly symKey: Uint8Array; readonly topic: Topic }

/** `authentications` is there in a wallet that signs in (wc_sessionAuthenticate). */
export function createResponder(
  context: Context,
  pairings: Pairings,
  sessions: Sessions,
  authentications?: { pendingOn(topic: Topic): Authentication | undefined },
): Responder {
  const { records, exchange, schedule, deferreds, relay, randomBytes, emitter, now } = context
  const proposals = records.table(
    'proposals',
    ({ id }) => id,
    async () => parseProposal,
  )
  const waiting = new Map<Topic, Deferred<WalletRequest>>()
  const approvals = new Map<number, Promise<Settling>>()
  // Made while the person reads what is proposed, so that an approval has only to be sent.
  const agreements = new Map<number, Promise<Agreement>>()

  const proposalOn = (topic: Topic) =>
    proposals.values().find((proposal) => proposal.pairingTopic === topic && proposal.expiresAt > now())

  /**
   * A pairing gives one session at a time. What the wallet found of who asks it found for that question; another one on the
   * same pairing may come from elsewhere (T-31). After a rejection there is nothing to mix up, and the dapp may ask again.
   */
  const hasSession = (topic: Topic) => records.sessions.values().some(({ session }) => session.pairingTopic === topic)

  function forget(id: number): void {
    schedule.cancel(`proposal:${id}`)
    proposals.remove(id)
    agreements.delete(id)
  }

  /** What else was proposed on a pairing that has its session now. */
  function lapse(topic: Topic): void {
    for (const { id, pairingTopic } of proposals.values()) {
      if (pairingTopic !== topic) continue
      forget(id)
      emitter.emit('proposalExpired', { id, pairingTopic })
    }
  }

  async function agree({ proposer }: Proposal): Promise<Agreement> {
    const curves = await context.curves()
    const keys = await createKeyPair(curves, randomBytes)
    const symKey = await deriveSymKey(curves, keys.privateKey, hexToBytes(proposer.publicKey))
    return { publicKey: bytesToHex(keys.publicKey), symKey, topic: await topicOf(symKey) }
  }

  function watchExpiry({ id, pairingTopic, expiresAt }: Proposal): void {
    const key = `proposal:${id}`
    const expire = () => {
      schedule.at(key, now() + expiredMs, () => forget(id), 0)
      emitter.emit('proposalExpired', { id, pairingTopic })
    }
    schedule.at(key, expiresAt, expire, 0)
  }

  /** By our clock the link is over: so it is, unless the relay still has what was proposed. */
  function watchLate(topic: Topic): void {
    const end = () => {
      if (!waiting.has(topic)) return
      const error = new PairingExpiredError('The pairing link has expired. Ask for a new one.')
      pairings.remove(topic, error)
      tell(topic, error)
    }
    schedule.at(`late:${topic}`, now() + lateMs, end)
  }

  function requireProposal(id: number): Proposal {
    const proposal = proposals.get(id)
    if (proposal === undefined) {
      throw new UnknownProposalError('No proposal with this id is pending. It was answered or has expired.')
    }
    if (proposal.expiresAt <= now()) throw new ProposalExpiredError('The proposal has expired. Ask for a new link.')
    return proposal
  }

  function readProposal(request: IncomingRequest): Proposal | undefined {
    const { topic, id } = request
    const pairing = records.pairings.get(topic)
    if (pairing?.role !== 'wallet') {
      throw new InvalidSessionMessageError('A dapp takes no proposals.', reasons.methodUnsupported)
    }
    if (id <= (pairing.answeredId ?? 0)) return undefined
    if (hasSession(topic)) {
      throw new InvalidSessionMessageError('The pairing has a session already.', reasons.invalidSessionProposal)
    }
    const known = proposals.get(id)
    if (known?.pairingTopic === topic) return undefined
    if (known !== undefined) {
      throw new InvalidSessionMessageError('Another pairing has a proposal of this id.', reasons.invalidSessionProposal)
    }
    const { expiresAt: given = pairing.expiresAt, ...params } = parseProposalParams(request.params)
    const expiresAt = deadlineHere(given, now())
    if (expiresAt <= now()) {
      throw new InvalidSessionMessageError('The proposal came after its time.', reasons.invalidSessionProposal)
    }
    const end = Math.min(expiresAt, now() + maxPairingLifetimeMs)
    return { kind: 'proposal', id, pairingTopic: topic, expiresAt: end, ...params }
  }

  function tell(topic: Topic, asked: WalletRequest | BaseError): void {
    const waiter = waiting.get(topic)
    waiting.delete(topic)
    if (asked instanceof Error) waiter?.reject(asked)
    else waiter?.resolve(asked)
  }

  async function onProposal(request: IncomingRequest): Promise<undefined> {
    // The dapp sent it for wallets that do not sign in.
    if (records.pairings.get(request.topic)?.authenticates) return
    try {
      const proposal = readProposal(request)
      if (proposal === undefined) return
      proposals.put(proposal)
      // Another dapp's, with an id that one of before had.
      approvals.delete(proposal.id)
      const agreement = agree(proposal)
      agreements.set(proposal.id, agreement)
      // Who approves tries once more and hears what is wrong.
      agreement.catch(() => agreements.delete(proposal.id))
      watchExpiry(proposal)
      tell(request.topic, proposal)
      emitter.emit('proposal', proposal)
    } catch (error) {
      tell(request.topic, toBaseError(error))
      throw error
    }
  }

  /** From here on the proposal is answered, whatever becomes of the socket. */
  async function settle(
    proposal: Proposal,
    namespaces: Namespaces,
    properties: Pick<SettleParams, keyof Properties | 'sessionConfig'>,
  ): Promise<Settling> {
    // After a reload there is none.
    const { publicKey, symKey, topic } = await (agreements.get(proposal.id) ?? agree(proposal))
    const self = { publicKey, metadata: context.metadata }
    const expiresAt = Math.floor(now() / 1000) * 1000 + sessionLifetimeMs
    const settleId = exchange.nextId()
    // Meanwhile it may have been rejected, have expired or ended with its pairing: then no session may come of it.
    requireProposal(proposal.id)
    forget(proposal.id)
    markAnswered(context, proposal.pairingTopic, proposal.id)
    sessions.add({
      symKey: bytesToHex(symKey),
      settleId,
      newestIds: {},
      session: {
        topic,
        pairingTopic: proposal.pairingTopic,
        peer: proposal.proposer,
        self,
        role: 'wallet',
        controller: self.publicKey,
        namespaces,
        requiredNamespaces: proposal.requiredNamespaces,
        optionalNamespaces: proposal.optionalNamespaces,
        expiresAt,
        acknowledged: false,
        ...properties,
      },
    })
    lapse(proposal.pairingTopic)
    const relayProtocol = { protocol: 'irn' }
    const settlement = formatRequest(settleId, 'wc_sessionSettle', {
      relay: relayProtocol,
      controller: self,
      namespaces,
      expiry: expiresAt / 1000,
      ...properties,
    })
    const response = formatAnswer(proposal.id, {
      result: { relay: relayProtocol, responderPublicKey: self.publicKey },
    })
    const sent = exchange.open(topic, symKey, async () => {
      // Kept before it is said: a wallet that is killed now must know the session its dapp has. A failure is told by the store.
      await records.flush().catch(() => {})
      const { pairingTopic } = proposal
      await exchange.compose(
        'wc_approveSession',
        topic,
        { pairingTopic, sessionTopic: topic },
        {
          // First the settlement: when the dapp learns of the topic, its mailbox is full already.
          sessionSettlementRequest: { topic, text: settlement, route: routes.wc_sessionSettle },
          sessionProposalResponse: {
            topic: pairingTopic,
            text: response,
            route: answerRoute('wc_sessionPropose', 'result'),
          },
        },
      )
    })
    return { topic, sent, acknowledged: acknowledgement(topic) }
  }

  function acknowledgement(topic: Topic): Promise<Session> {
    const { promise, resolve, reject } = deferreds.defer<Session>()
    const key = `settlement:${topic}`
    const listeners = [
      emitter.on('sessionAcknowledged', (session) => session.topic === topic && resolve(session)),
      emitter.on('sessionDeleted', (deleted) => {
        if (deleted.topic === topic) reject(new SessionEndedError(deleted.reason ?? reasons.userDisconnected))
      }),
    ]
    const end = () => {
      schedule.cancel(key)
      for (const stopListening of listeners) stopListening()
    }
    promise.then(end, end)
    const dueAt = now() + settleTimeoutMs
    schedule.at(key, dueAt, () => {
      reject(new RequestExpiredError('The dapp did not confirm the session within five minutes.'))
      if (now() - dueAt < lateMs && relay.status() === 'connected') void endUnconfirmed(topic)
    })
    return promise
  }

  /**
   * A dapp that has the settlement confirms it at once, and its word lies in the mailbox for five minutes: who is connected then
   * and has not heard it has half a link. A wallet that slept or was offline meanwhile cannot know, and keeps the session.
   */
  async function endUnconfirmed(topic: Topic): Promise<void> {
    try {
      // One that confirms nothing may still be there.
      await sessions.ping({ topic })
      sessions.onHeard(topic)
    } catch (error) {
      if (!(error instanceof RequestExpiredError)) return
      await sessions.disconnect({ topic, reason: reasons.sessionSettlementFailed }).catch(() => {})
    }
  }

  return {
    async pair({ pairingUri, signal }) {
      const uri = parsePairingUri(pairingUri)
      const { topic, symKey } = uri
      signal?.throwIfAborted()
      await context.ready()
      // A clock that is far off is the relay's to name, which is asked first.
      const linkExpiresAt = deadlineHere(uri.expiresAt ?? now() + pairingLifetimeMs, now(), maxPairingLifetimeMs)
      if (linkExpiresAt <= now()) {
        throw new PairingExpiredError('The pairing link has expired. Ask for a new one.')
      }
      // Otherwise a link could put its own key under a topic that is already in use here.
      if ((await topicOf(hexToBytes(symKey))) !== topic) {
        throw new InvalidPairingUriError('The topic of a pairing link is the hash of its key.')
      }
      const known = records.pairings.get(topic)
      if (known?.role === 'dapp') throw new InvalidPairingUriError('This pairing link was made by this very client.')
      if (hasSession(topic)) {
        throw new PairingExpiredError('The pairing link was answered already. Ask for a new one.')
      }
      const pending = authentications?.pendingOn(topic) ?? proposalOn(topic)
      if (pending !== undefined) {
        if (pending.kind === 'proposal') emitter.emit('proposal', pending)
        else emitter.emit('authentication', pending)
        return pending
      }
      if (known?.answeredId !== undefined) {
        throw new PairingExpiredError('The pairing link was answered already. Ask for a new one.')
      }
      const waiter = waiting.get(topic) ?? deferreds.defer<WalletRequest>()
      waiting.set(topic, waiter)
      const latest = now() + maxPairingLifetimeMs
      const expiresAt = known?.expiresAt ?? Math.min(linkExpiresAt, latest)
      const authenticates = authentications !== undefined && uri.methods.includes(authenticateMethod)
      const pairing = { topic, symKey, expiresAt, role: 'wallet', ...(authenticates && { authenticates }) } as const
      await relay.withTimeout(pairings.add(pairing))
      if (linkExpiresAt !== uri.expiresAt && uri.expiresAt !== undefined) watchLate(topic)
      return abortable(waiter.promise, signal)
    },
    async approve(params) {
      await context.ready()
      const { proposalId } = params
      let approving = approvals.get(proposalId)
      if (approving === undefined) {
        const proposal = requireProposal(proposalId)
        const namespaces = parseNamespaces(params.namespaces)
        checkGranted(proposal.requiredNamespaces, namespaces)
        const properties = checkProperties(params, reasons.invalidSessionSettleRequest, namespaces)
        // Kept, so that a second call waits for the first instead of settling a second session.
        approving = settle(proposal, namespaces, { ...properties, ...parseSessionConfig(params) })
        approvals.set(proposalId, approving)
        approving.catch(() => approvals.delete(proposalId))
      }
      const { topic, sent, acknowledged } = await approving
      await relay.withTimeout(sent)
      return { session: sessions.require(topic), acknowledged }
    },
    async reject({ proposalId, reason = reasons.userRejected }) {
      await context.ready()
      const { pairingTopic } = requireProposal(proposalId)
      const { code, message } = reason
      const sent = exchange.answer(pairingTopic, proposalId, 'wc_sessionPropose', { error: { code, message } })
      forget(proposalId)
      markAnswered(context, pairingTopic, proposalId)
      await relay.withTimeout(sent)
    },
    tell,
    pending: () => proposals.values().filter(({ expiresAt }) => expiresAt > now()),
    restore() {
      for (const proposal of proposals.values()) watchExpiry(proposal)
    },
    onRequest: (request) => (request.method === 'wc_sessionPropose' ? onProposal(request) : undefined),
    async onAnswer(answer) {
      const { topic, id } = answer
      const record = records.sessions.get(topic)
      if (record === undefined || record.settleId !== id) return
      if (answer.kind === 'result' && answer.result === true) return sessions.onHeard(topic)
      sessions.remove(topic, answer.kind === 'error' ? answer.reason : reasons.sessionSettlementFailed, 'peer')
    },
    onPairingEnded(topic, error) {
      tell(topic, error)
      const proposal = proposalOn(topic)
      if (proposal === undefined) return
      forget(proposal.id)
      emitter.emit('proposalExpired', { id: proposal.id, pairingTopic: topic })
    },
  }
}

/** Remembers that a proposal is answered, so that it never is again. */
export function markAnswered({ records }: Context, topic: Topic, proposalId: number): void {
  const pairing = records.pairings.get(topic)
  if (pairing !== undefined) records.pairings.put({ ...pairing, answeredId: proposalId })
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
