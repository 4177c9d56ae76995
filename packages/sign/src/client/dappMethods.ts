import type { Topic } from '@hawser/wire'
import { createProposer, type ProposedPairing, type ProposeParameters } from '../proposer/proposer.ts'
import { createRequest, type RequestParameters } from '../proposer/request.ts'
import type { ResumedPairing } from '../proposer/resumeProposal.ts'
import type { SessionChoice } from '../records/records.ts'
import type { ClientParts } from './createClient.ts'

/** What a dapp does. */
export type DappMethods = {
  /**
   * Dapp: makes a pairing with a proposal. Resolves as soon as its keys and link are made, so that a QR code is drawn before
   * the relay answers.
   * @throws InvalidNamespacesError
   */
  propose(params: ProposeParameters): Promise<ProposedPairing>
  /**
   * Dapp: goes on with a proposal of before a reload, from the storage it was made with. `approval` settles with the session, also
   * where the wallet has settled it meanwhile; `pairingUri` is empty once the pairing has done its work. `deletePairing` gives it up.
   *
   * @throws UnknownProposalError - it came to nothing, or is not in this storage
   * @example
   * const { approval } = await dapp.resume({ pairingTopic })
   * console.log((await approval).namespaces)
   */
  resume(params: { readonly pairingTopic: Topic }): Promise<ResumedPairing>
  /**
   * Dapp: asks the wallet for something on a chain and waits for the answer, at most `expirySeconds`. A wallet that is offline
   * finds the request in its mailbox.
   * @throws UnknownSessionError | ChainNotGrantedError | MethodNotGrantedError | RequestRejectedError | RequestExpiredError | SessionEndedError
   */
  request(params: RequestParameters): Promise<unknown>
  /**
   * Dapp: keeps which chain and accounts of a session are in use, as its `choice`. Nothing is sent and no event tells of it; with a
   * storage a reload finds it.
   * @throws UnknownSessionError
   * @example
   * client.choose({ topic, choice: { chainId: 'eip155:10', addresses: [] } })
   */
  choose(params: { readonly topic: Topic; readonly choice: SessionChoice }): void
}

/** Gives a client the dapp's role. */
export function addDapp(parts: ClientParts): DappMethods {
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
