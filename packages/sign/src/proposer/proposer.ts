import {
  type AuthenticationRequest,
  type Cacao,
  checkProperties,
  type Properties,
  type ProposalNamespaces,
  parseProposalNamespaces,
  reasons,
  type Topic,
} from '@hawser/wire'
import { createPairing, createPairingKey, type Pairing, topicOf } from '../envelope/createPairing.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes, type KeyPair } from '../envelope/keys.ts'
import {
  InvalidSessionMessageError,
  ProposalCancelledError,
  ProposalRejectedError,
  reasonOf,
  toBaseError,
} from '../errors.ts'
import { routes } from '../message/routes.ts'
import { formatRequest, parseProposalResult } from '../message/sessionMessage.ts'
import { toPlain } from '../message/toPlain.ts'
import type { ProposedRecord, Session } from '../records/records.ts'
import type { Context, Role } from '../session/context.ts'
import type { IncomingRequest } from '../session/exchange.ts'
import type { Pairings } from '../session/pairing.ts'
import { type Sessions, settleTimeoutMs } from '../session/session.ts'
import type { ProposalDraft } from './proposalDraft.ts'
import type { ResumedPairing } from './resumeProposal.ts'
import { createSentProposals } from './sentProposals.ts'

export type ProposeParameters = Properties & {
  /**
   * Namespaces that the session must have. A wallet that cannot grant all of them refuses, and the dapp refuses a
   * session without them (5000 to 5003, `invalid_namespaces`). Some wallets read only this field, so require what your
   * page needs. Default: none.
   * @example
   * ```ts
   * const methods = ['personal_sign']
   * await client.propose({ requiredNamespaces: { eip155: { chains: ['eip155:1'], methods, events: [] } } })
   * ```
   */
  readonly requiredNamespaces?: ProposalNamespaces
  /** Namespaces that the session can have in addition. */
  readonly optionalNamespaces?: ProposalNamespaces
  /** A pairing from `createPairing`, made with the methods to send on it. Default: a new pairing. */
  readonly pairing?: Pairing
  /**
   * One-tap: the wallet signs this request with its approval, and the session allows what was signed. A wallet without
   * one-tap takes the proposal instead.
   */
  readonly authentication?: AuthenticationRequest
  /** Aborting cancels the proposal. */
  readonly signal?: AbortSignal
}

/** A pairing that carries a proposal. */
export type ProposedPairing = {
  /** Contains a key: show it as a QR code or open it as a link, never log it. */
  readonly pairingUri: string
  readonly pairingTopic: Topic
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /**
   * Resolves when the relay has stored the proposal. Rejects with `relay_unreachable`, `relay_refused` or
   * `relay_clock`; the client keeps trying.
   */
  readonly published: Promise<void>
  /** Like `published`, but without a time limit. Rejects when the proposal has ended without a session. */
  readonly stored: Promise<void>
  /**
   * Rejects with `proposal_rejected`, `proposal_expired`, `proposal_cancelled`, or the error in the wallet's answer.
   */
  readonly approval: Promise<Session>
  /**
   * The texts that the wallet signed with its approval, each an answer to `authentication`. Empty if the wallet took
   * the proposal. The client does not verify the signatures: verify them before you rely on an account. Rejects when
   * `approval` does.
   */
  readonly cacaos: Promise<readonly Cacao[]>
  /** Cancels the proposal: forgets the keys and stops listening. Does nothing once the proposal is settled. */
  cancel(): void
}

/** The dapp's side of a proposal. */
export type Proposer = Role & {
  propose(params: ProposeParameters): Promise<ProposedPairing>
  resume(params: { readonly pairingTopic: Topic }): Promise<ResumedPairing>
}

// This code is fetched while the wallet asks its user, so that it is ready for the approval. If the fetch fails, the
// approval repeats it.
const loadSettlement = () => import('./readSettlement.ts')

export function createProposer(context: Context, pairings: Pairings, sessions: Sessions): Proposer {
  const { exchange, deferreds, relay, records, randomBytes, now } = context
  const proposals = createSentProposals(context, pairings)

  async function publish(
    draft: ProposalDraft,
    symKey: Uint8Array,
    properties: Properties,
    asking: ((keys: KeyPair) => Promise<void>) | undefined,
  ): Promise<void> {
    const { id, pairingTopic, expiresAt, requiredNamespaces, optionalNamespaces } = draft
    await context.ready()
    const keys = await createKeyPair(await context.curves(), randomBytes)
    // Cancelled in the meantime: store and send nothing.
    if (!proposals.isOpen(id)) return
    const publicKey = bytesToHex(keys.publicKey)
    proposals.put({ ...draft, privateKey: bytesToHex(keys.privateKey), publicKey })
    const text = formatRequest(id, 'wc_sessionPropose', {
      requiredNamespaces,
      optionalNamespaces,
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey, metadata: context.metadata },
      expiryTimestamp: Math.floor(expiresAt / 1000),
      ...properties,
    })
    await pairings.add({ topic: pairingTopic, symKey: bytesToHex(symKey), expiresAt, role: 'dapp' }, async () => {
      await asking?.(keys)
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
    if (proposals.get(record.id) !== record) return
    proposals.put({
      ...record,
      // The settlement has its own time to live, however late the approval came.
      expiresAt: now() + settleTimeoutMs,
      approved: { topic, symKey: bytesToHex(symKey), responderPublicKey },
    })
  }

  async function onSettle(record: ProposedRecord, request: IncomingRequest): Promise<true> {
    try {
      if (!proposals.isOpen(record.id) && context.endsLeftBehind(record.pairingTopic)) {
        throw new InvalidSessionMessageError('The page that asked is gone.', reasons.sessionSettlementFailed)
      }
      const { readSettlement } = await loadSettlement()
      const session = readSettlement(record, request, context.metadata, now())
      sessions.add({ session, symKey: record.approved?.symKey ?? '', settleId: request.id, newestIds: {} })
    } catch (error) {
      const failure = toBaseError(error)
      void exchange.answer(request.topic, request.id, request.method, { error: reasonOf(failure) })
      proposals.reject(record.id, failure)
      throw error
    }
    return true
  }

  return {
    async propose(params) {
      const requiredNamespaces = parseProposalNamespaces(params.requiredNamespaces ?? {})
      const optionalNamespaces = parseProposalNamespaces(params.optionalNamespaces ?? {})
      const properties = toPlain(
        checkProperties(params, reasons.invalidSessionProposal, requiredNamespaces, optionalNamespaces),
        'properties',
      )
      const { signal, pairing: given } = params
      const authentication = toPlain(params.authentication, 'authentication')
      const pairing =
        given ??
        createPairing({
          key: await createPairingKey(randomBytes),
          now,
          methods: authentication ? ['wc_sessionAuthenticate'] : [],
        })
      const { topic: pairingTopic, symKey, expiresAt, pairingUri } = pairing
      const id = exchange.nextId()
      const draft = { id, pairingTopic, requiredNamespaces, optionalNamespaces, expiresAt }
      const approval = proposals.start(draft)
      const cacaos = deferreds.defer<readonly Cacao[]>()
      approval.promise.then(() => cacaos.resolve([]), cacaos.reject)
      const cancel = () => proposals.reject(id, new ProposalCancelledError('The proposal was cancelled.'))
      const asking =
        authentication &&
        (async (keys: KeyPair) => {
          // A separate chunk: most dapps do not use one-tap.
          const code = await import('./requestAuthentication.ts')
          await code.requestAuthentication(context, {
            authentication,
            draft,
            properties,
            keys,
            cacaos,
            proposals,
            sessions,
          })
        })
      const stored = deferreds.defer<void>()
      approval.promise.catch(stored.reject)
      publish(draft, symKey, properties, asking).then(stored.resolve, stored.reject)
      const published = relay.withTimeout(stored.promise)
      published.then(loadSettlement).catch(() => {})
      if (signal?.aborted) cancel()
      signal?.addEventListener('abort', cancel)
      const letGo = () => signal?.removeEventListener('abort', cancel)
      approval.promise.then(letGo, letGo)
      return {
        pairingUri,
        pairingTopic,
        expiresAt,
        published,
        stored: stored.promise,
        approval: approval.promise,
        cacaos: cacaos.promise,
        cancel,
      }
    },
    async resume({ pairingTopic }) {
      await context.ready()
      // A separate chunk: a page that was not reloaded does not need it.
      const { resumeProposal } = await import('./resumeProposal.ts')
      return resumeProposal(pairingTopic, proposals, sessions, records)
    },
    restore: proposals.restore,
    onRequest(request) {
      const record = proposals.values().find(({ approved }) => approved?.topic === request.topic)
      return record !== undefined && request.method === 'wc_sessionSettle' ? onSettle(record, request) : undefined
    },
    async onAnswer(answer) {
      const record = proposals.get(answer.id)
      // The first answer counts: a second wallet that scanned the same code comes too late.
      if (record?.pairingTopic !== answer.topic || record.approved !== undefined) return
      if (answer.kind === 'error') return proposals.reject(record.id, new ProposalRejectedError(answer.reason))
      try {
        await onApproved(record, answer.result)
      } catch (error) {
        proposals.reject(record.id, toBaseError(error))
        throw error
      }
    },
    onPairingEnded(topic, error) {
      const record = proposals.values().find(({ pairingTopic }) => pairingTopic === topic)
      // After an approval, only the session's own topic counts. The proposal's own timer reports its expiry.
      if (record === undefined || record.approved !== undefined || record.expiresAt <= now()) return
      proposals.reject(
        record.id,
        error instanceof ProposalCancelledError ? error : new ProposalRejectedError(reasons.userDisconnected),
      )
    },
  }
}
