import {
  type AuthenticationRequest,
  type BaseError,
  type Cacao,
  checkGranted,
  checkProperties,
  type Properties,
  type ProposalNamespaces,
  parseProposalNamespaces,
  reasons,
  type Topic,
} from '@hawser/wire'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes, type KeyPair } from '../envelope/keys.ts'
import { topicOf } from '../envelope/topic.ts'
import {
  InvalidSessionMessageError,
  ProposalCancelledError,
  ProposalExpiredError,
  ProposalRejectedError,
  reasonOf,
  toBaseError,
} from '../errors.ts'
import type { Deferred } from '../lifetime/deferred.ts'
import { routes } from '../message/routes.ts'
import { formatRequest, parseProposalResult, parseSettleParams } from '../message/sessionMessage.ts'
import type { ProposedRecord, Session } from '../records/records.ts'
import type { Context, Role } from '../session/context.ts'
import { createPairing, createPairingKey, type Pairing } from '../session/createPairing.ts'
import type { IncomingRequest } from '../session/exchange.ts'
import type { Pairings } from '../session/pairing.ts'
import { checkExpiry, type Sessions, settleTimeoutMs } from '../session/session.ts'
import type { ProposalDraft } from './proposalDraft.ts'

export type ProposeParameters = Properties & {
  readonly requiredNamespaces?: ProposalNamespaces
  readonly optionalNamespaces?: ProposalNamespaces
  /** Made before by `createPairing`, with the methods it is for. Default: a new one. */
  readonly pairing?: Pairing
  /**
   * One-tap: the wallet is asked to sign this with its approval. A wallet that does not know how takes the proposal. The session
   * then allows what was signed.
   */
  readonly authentication?: AuthenticationRequest
  /** Aborting cancels the proposal. */
  readonly signal?: AbortSignal
}

/** A pairing with a proposal in it. */
export type ProposedPairing = {
  /** Holds a key: show it as a QR code or open it as a link, never log it. */
  readonly pairingUri: string
  readonly pairingTopic: Topic
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** The relay has stored the proposal. Rejects with `relay_unreachable`, `relay_refused` or `relay_clock`; the client keeps trying. */
  readonly published: Promise<void>
  /** Rejects with `proposal_rejected`, `proposal_expired`, `proposal_cancelled`, or what was wrong with the wallet's answer. */
  readonly approval: Promise<Session>
  /**
   * What the wallet signed with its approval, each the answer to `authentication`; none where it took the proposal. The signatures
   * are not verified here: whoever relies on an account does that. Rejects with `approval`.
   */
  readonly cacaos: Promise<readonly Cacao[]>
  /** Forgets the keys and stops listening. Does nothing once the proposal is settled. */
  cancel(): void
}

/** The dapp's side of a proposal. */
export type Proposer = Role & { propose(params: ProposeParameters): Promise<ProposedPairing> }

export function createProposer(context: Context, pairings: Pairings, sessions: Sessions): Proposer {
  const { records, exchange, schedule, deferreds, relay, randomBytes, emitter, now } = context
  const approvals = new Map<number, Deferred<Session>>()
  const proposed = records.table<number, ProposedRecord>(
    'proposed',
    ({ id }) => id,
    async () => {
      // Taken whole: a bundler wraps what is picked out of an import in code of its own.
      const parsers = await import('../records/parseRecords.ts')
      return parsers.parseProposedRecord
    },
    {
      isOwn: true,
      onElsewhere(id, _, known) {
        const error = new ProposalCancelledError('Another page has ended the proposal.')
        forget(id, error)
        if (known) pairings.remove(known.pairingTopic, error)
      },
    },
  )

  function forget(id: number, error: BaseError): void {
    schedule.cancel(`proposed:${id}`)
    approvals.get(id)?.reject(error)
    approvals.delete(id)
    const record = proposed.get(id)
    if (record === undefined) return
    proposed.remove(id)
    relay.withdraw(record.pairingTopic)
    pairings.remove(record.pairingTopic, error)
    if (record.approved !== undefined) exchange.close(record.approved.topic, error)
  }

  function watchExpiry(id: number, pairingTopic: Topic, expiresAt: number): void {
    schedule.at(`proposed:${id}`, expiresAt, () => {
      const record = proposed.get(id)
      const pairing = records.pairings.get(pairingTopic)
      forget(id, new ProposalExpiredError('The proposal expired before a session was settled. Propose again.'))
      emitter.emit('proposalExpired', { id, pairingTopic })
      if (record === undefined || pairing === undefined) return
      // A wallet whose clock is behind may still approve. Where the code for it cannot be fetched, its own patience ends that.
      import('./lateApproval.ts').then(
        (late) => late.refuseLateApproval(context, record, pairing),
        () => {},
      )
    })
  }

  async function publish(
    draft: ProposalDraft,
    symKey: Uint8Array,
    properties: Properties,
    asking: (keys: KeyPair) => Promise<unknown>,
  ): Promise<void> {
    const { id, pairingTopic, expiresAt, requiredNamespaces, optionalNamespaces } = draft
    await context.ready()
    const keys = await createKeyPair(await context.curves(), randomBytes)
    // Cancelled in the meantime: nothing must be kept or sent.
    if (!approvals.has(id)) return
    const publicKey = bytesToHex(keys.publicKey)
    proposed.put({ ...draft, privateKey: bytesToHex(keys.privateKey), publicKey })
    const pairing = { topic: pairingTopic, symKey: bytesToHex(symKey), expiresAt, role: 'dapp' as const }
    const text = formatRequest(id, 'wc_sessionPropose', {
      requiredNamespaces,
      optionalNamespaces,
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey, metadata: context.metadata },
      expiryTimestamp: Math.floor(expiresAt / 1000),
      ...properties,
    })
    await pairings.add(pairing, async () => {
      await asking(keys)
      await exchange.compose(
        'wc_proposeSession',
        pairingTopic,
        { pairingTopic },
        { sessionProposal: { topic: pairingTopic, text, route: routes.wc_sessionPropose } },
      )
    })
  }

  async function onApproved(record: ProposedRecord, result: unknown): Promise<void> {
    const responderPublicKey = parseProposalResult(result)
    const symKey = await deriveSymKey(
      await context.curves(),
      hexToBytes(record.privateKey),
      hexToBytes(responderPublicKey),
    )
    const topic = await topicOf(symKey)
    if (proposed.get(record.id) !== record) return
    // The settlement has a time to live of its own, however late the approval came.
    const expiresAt = now() + settleTimeoutMs
    proposed.put({
      ...record,
      expiresAt,
      approved: { topic, symKey: bytesToHex(symKey), responderPublicKey },
    })
    watchExpiry(record.id, record.pairingTopic, expiresAt)
    void exchange.open(topic, symKey)
  }

  function settle(record: ProposedRecord, { topic, params }: IncomingRequest): Session {
    const { approved } = record
    const { controller, namespaces, expiresAt, ...properties } = parseSettleParams(params)
    if (approved === undefined || controller.publicKey !== approved.responderPublicKey) {
      throw new InvalidSessionMessageError(
        'The settlement is by another key than the approval.',
        reasons.invalidSessionSettleRequest,
      )
    }
    checkGranted(record.requiredNamespaces, namespaces)
    checkExpiry(expiresAt, now(), reasons.invalidSessionSettleRequest)
    return {
      topic,
      pairingTopic: record.pairingTopic,
      peer: controller,
      self: { publicKey: record.publicKey, metadata: context.metadata },
      role: 'dapp',
      controller: controller.publicKey,
      namespaces,
      requiredNamespaces: record.requiredNamespaces,
      optionalNamespaces: record.optionalNamespaces,
      expiresAt,
      acknowledged: true,
      ...properties,
    }
  }

  async function onSettle(record: ProposedRecord, request: IncomingRequest): Promise<true> {
    try {
      finish(record.id, settle(record, request), record.approved?.symKey ?? '')
    } catch (error) {
      const failure = toBaseError(error)
      void exchange.answer(request.topic, request.id, request.method, { error: reasonOf(failure) })
      forget(record.id, failure)
      throw error
    }
    return true
  }

  function finish(id: number, session: Session, symKey: string): void {
    sessions.add({ session, symKey, settleId: undefined, newestIds: {} })
    schedule.cancel(`proposed:${id}`)
    proposed.remove(id)
    pairings.remove(session.pairingTopic, new ProposalCancelledError('The pairing has done its work.'))
    approvals.get(id)?.resolve(session)
    approvals.delete(id)
  }

  /** Asks to sign in as well. Code that is fetched for it: most dapps never do. */
  async function authenticate(
    request: AuthenticationRequest,
    draft: ProposalDraft,
    properties: Properties,
    keys: KeyPair,
    cacaos: Deferred<readonly Cacao[]>,
  ): Promise<void> {
    const code = await import('./requestAuthentication.ts')
    const { id } = draft
    const isOpen = () => approvals.has(id) && proposed.get(id)?.approved === undefined
    const asking = { request, draft, properties, keys, cacaos, isOpen }
    return code.requestAuthentication(context, { ...asking, settle: finish, reject: forget })
  }

  return {
    async propose(params) {
      const requiredNamespaces = parseProposalNamespaces(params.requiredNamespaces ?? {})
      const optionalNamespaces = parseProposalNamespaces(params.optionalNamespaces ?? {})
      const properties = checkProperties(params, reasons.invalidSessionProposal, requiredNamespaces, optionalNamespaces)
      const pairing =
        params.pairing ??
        createPairing({
          key: await createPairingKey(randomBytes),
          now,
          ...(params.authentication && { methods: ['wc_sessionAuthenticate'] }),
        })
      const { topic: pairingTopic, symKey, expiresAt, pairingUri } = pairing
      const id = exchange.nextId()
      const approval = deferreds.defer<Session>()
      const cacaos = deferreds.defer<readonly Cacao[]>()
      approval.promise.then(() => cacaos.resolve([]), cacaos.reject)
      const cancel = () => {
        if (approvals.has(id)) forget(id, new ProposalCancelledError('The proposal was cancelled.'))
      }
      approvals.set(id, approval)
      watchExpiry(id, pairingTopic, expiresAt)
      const draft = { id, pairingTopic, requiredNamespaces, optionalNamespaces, expiresAt }
      const { authentication } = params
      const asking = async (keys: KeyPair) =>
        authentication && authenticate(authentication, draft, properties, keys, cacaos)
      const published = relay.withTimeout(publish(draft, symKey, properties, asking))
      if (params.signal?.aborted) cancel()
      params.signal?.addEventListener('abort', cancel, { once: true })
      return {
        pairingUri,
        pairingTopic,
        expiresAt,
        published,
        approval: approval.promise,
        cacaos: cacaos.promise,
        cancel,
      }
    },
    restore() {
      for (const { id, pairingTopic, expiresAt, approved } of proposed.values()) {
        watchExpiry(id, pairingTopic, expiresAt)
        if (approved !== undefined) void exchange.open(approved.topic, hexToBytes(approved.symKey))
      }
    },
    onRequest(request) {
      const record = proposed.values().find(({ approved }) => approved?.topic === request.topic)
      return record !== undefined && request.method === 'wc_sessionSettle' ? onSettle(record, request) : undefined
    },
    async onAnswer(answer) {
      const record = proposed.get(answer.id)
      // The first answer counts: a second wallet that saw the same code comes too late.
      if (record === undefined || record.pairingTopic !== answer.topic || record.approved !== undefined) return
      if (answer.kind === 'error') return forget(record.id, new ProposalRejectedError(answer.reason))
      try {
        await onApproved(record, answer.result)
      } catch (error) {
        forget(record.id, toBaseError(error))
        throw error
      }
    },
    onPairingEnded(topic, error) {
      const record = proposed.values().find(({ pairingTopic }) => pairingTopic === topic)
      // Approved already: the session's own topic is all that counts. Out of time: the proposal's own timer says so.
      if (record === undefined || record.approved !== undefined || record.expiresAt <= now()) return
      forget(
        record.id,
        error instanceof ProposalCancelledError ? error : new ProposalRejectedError(reasons.userDisconnected),
      )
    },
  }
}
