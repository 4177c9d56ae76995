import type { Authentication } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import {
  type AccountId,
  type ChainId,
  formatAuthenticationMessage,
  formatRecap,
  narrowRecap,
  reasons,
  recapOf,
} from '@hawser/wire'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { RequestUnsupportedError } from '../../errors.ts'
import type { Address } from '../accounts/ethereumAccount.ts'
import { readPeer } from './peer.ts'
import { readText } from './readText.ts'
import type { SignRequest } from './signRequest.ts'

/** A request to connect and sign in at once (wc_sessionAuthenticate), as the person sees it. */
export type SignInQuestion = {
  readonly authentication: Authentication
  /** The account that signs, on the first of the chains. */
  readonly accountId: AccountId
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  /** The permissions in the text, word for word. Undefined if the text asks for no permissions. */
  readonly recap: string | undefined
  /** The text, shown and checked like any other. Before there is a session, the topic is that of the pairing. */
  readonly request: SignRequest
}

const supported = ['personal_sign']

/** Reads a request to connect and sign in, for its chains and the methods supported here (RequestUnsupportedError). */
export function readSignIn(authentication: Authentication, address: Address, origin: OriginStatus): SignInQuestion {
  const { request } = authentication
  const { chains } = request
  const [chainId] = chains
  const methods = request.methods.filter((method) => supported.includes(method))
  if (chainId === undefined || (methods.length === 0 && request.methods.length > 0))
    throw new RequestUnsupportedError(reasons.unsupportedMethods)
  const recap = methods.length === 0 ? undefined : formatRecap(narrowRecap(recapOf(request), { methods, chains }))
  const accountId: AccountId = `${chainId}:${address}`
  const text = formatAuthenticationMessage(request, accountId, recap)
  const signer = { namespace: 'eip155', address } as const
  const peer = readPeer(authentication.requester.metadata, origin)
  return {
    authentication,
    accountId,
    chains,
    methods,
    recap,
    request: {
      id: authentication.id,
      topic: authentication.pairingTopic,
      peer,
      chainId,
      ...signer,
      expiresAt: authentication.expiresAt,
      ...readText(utf8ToBytes(text), peer, signer),
    },
  }
}
