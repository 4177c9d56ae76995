import { PairingExpiredError, reasons, type Topic } from '@hawser/wire'
import { topicOf } from '../envelope/createPairing.ts'
import { openEnvelope } from '../envelope/envelope.ts'
import { deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import { parseProposalResult, readSessionMessage } from '../message/sessionMessage.ts'
import type { PairingRecord, ProposedRecord } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import { settleTimeoutMs } from '../session/session.ts'

/**
 * Listens for a late approval of a proposal that has expired here, as long as a wallet with a slow clock can give one,
 * and refuses its settlement. Otherwise the wallet would show a session that the dapp does not have (F-L12). A separate
 * chunk: most proposals are answered in time.
 */
export function refuseLateApproval(context: Context, proposed: ProposedRecord, pairing: PairingRecord): void {
  const { exchange, schedule } = context
  const over = new PairingExpiredError('The pairing link has expired.')
  const topics = new Set<Topic>()

  function listen(topic: Topic, symKey: Uint8Array, receive: (message: string) => Promise<void>): void {
    topics.add(topic)
    void exchange.open(topic, symKey)
    void exchange.listen(topic, receive)
  }

  const pairingKey = hexToBytes(pairing.symKey)
  listen(pairing.topic, pairingKey, async (message) => {
    const approval = await readSessionMessage(openEnvelope(message, pairingKey))
    if (approval.kind !== 'result' || approval.id !== proposed.id) return
    const publicKey = hexToBytes(parseProposalResult(approval.result))
    const symKey = await deriveSymKey(await context.curves(), hexToBytes(proposed.privateKey), publicKey)
    const topic = await topicOf(symKey)
    listen(topic, symKey, async (sealed) => {
      const settlement = await readSessionMessage(openEnvelope(sealed, symKey))
      if (settlement.kind !== 'request' || settlement.method !== 'wc_sessionSettle') return
      const { code } = reasons.sessionSettlementFailed
      const error = { code, message: 'The proposal has expired. Scan a new code.' }
      void exchange.answer(topic, settlement.id, settlement.method, { error })
    })
  })
  schedule.at(`late:${pairing.topic}`, proposed.expiresAt + settleTimeoutMs, () => {
    for (const topic of topics) exchange.close(topic, over)
  })
}
