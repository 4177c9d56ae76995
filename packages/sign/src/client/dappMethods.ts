import type { Topic } from '@hawser/wire'
import { createProposer, type ProposedPairing, type ProposeParameters } from '../proposer/proposer.ts'
import { createRequest, type RequestParameters } from '../proposer/request.ts'
import type { ResumedPairing } from '../proposer/resumeProposal.ts'
import type { SessionChoice } from '../records/records.ts'
import type { ClientParts } from './createClient.ts'

/** The methods of a dapp. */
export type DappMethods = {
  /**
   * Dapp: proposes a session on a pairing. Resolves as soon as the pairing's keys and link exist, so that a QR code
   * appears before the relay answers.
   * @throws InvalidNamespacesError
   */
  propose(params: ProposeParameters): Promise<ProposedPairing>
  /**
   * Dapp: continues a proposal from before a page reload. The client must use the storage that the proposal was made
   * with. `approval` settles with the session, even if the wallet has already settled it. `pairingUri` is empty once
   * the pairing has been used. `deletePairing` cancels the proposal.
   *
   * @throws UnknownProposalError - the proposal failed, or is not in this storage
   * @example
   * const { approval } = await dapp.resume({ pairingTopic })
   * console.log((await approval).namespaces)
   */
  resume(params: { readonly pairingTopic: Topic }): Promise<ResumedPairing>
  /**
   * Dapp: sends the wallet a request on a chain and waits for the answer, at most `expirySeconds`. A wallet that is
   * offline finds the request in its mailbox later.
   * @throws UnknownSessionError | ChainNotGrantedError | MethodNotGrantedError | RequestRejectedError |
   * RequestExpiredError | SessionEndedError
   */
  request(params: RequestParameters): Promise<unknown>
  /**
   * Dapp: stores which chain and accounts of a session are in use, as its `choice`. The client sends nothing and emits
   * no event. With a storage, the choice survives a reload.
   * @throws UnknownSessionError
   * @example
   * client.choose({ topic, choice: { chainId: 'eip155:10', addresses: [] } })
   */
  choose(params: { readonly topic: Topic; readonly choice: SessionChoice }): void
}

/** Adds the dapp role to a client. */
export function addDappRole(parts: ClientParts): DappMethods {
  const { context, pairings, sessions } = parts
  const proposer = createProposer(context, pairings, sessions)
  parts.addRole(proposer)
  return {
    propose: proposer.propose,
    resume: proposer.resume,
    request: createRequest(context, sessions),
    choose: ({ topic, choice }) => void sessions.change(topic, { choice }),
  }
}
