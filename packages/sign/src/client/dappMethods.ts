import type { Topic } from '@hawser/wire'
import { createProposer, type ProposedPairing, type ProposeParameters } from '../proposer/proposer.ts'
import { createRequest, type RequestParameters } from '../proposer/request.ts'
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
    request: createRequest(context, sessions),
    choose: ({ topic, choice }) => void sessions.change(topic, { choice }),
  }
}
