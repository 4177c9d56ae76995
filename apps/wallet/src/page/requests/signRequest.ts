import type { Session, SessionRequest } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import { type ChainId, namespaceOf, namespacesOfChain, reasons, type SignInNamespace, type Topic } from '@hawser/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import { InvalidTypedDataError, RequestUnsupportedError } from '../../errors.ts'
import type { WalletAddress } from '../accounts/account.ts'
import { couldBeTransaction } from '../accounts/solanaAccount.ts'
import { type Peer, readPeer } from './peer.ts'
import { hasHiddenCharacters, readText, type SignContent } from './readText.ts'
import { invalidParams, unauthorized } from './refusal.ts'
import { isSame } from './signInCheck.ts'
import { signMethods } from './signMethods.ts'
import { parseTypedData, someText } from './typedData.ts'

/** A request to sign a text or typed data, as the person sees it. */
export type SignRequest = SignContent & {
  readonly id: number
  readonly topic: Topic
  readonly peer: Peer
  readonly chainId: ChainId
  readonly namespace: SignInNamespace
  /** The signer's address. */
  readonly address: string
  readonly expiresAt: number | undefined
}

/** Reads a request for display. Its signer must belong to wallet and session (RequestUnsupportedError). */
export function readSignRequest(
  request: SessionRequest,
  session: Session,
  held: readonly WalletAddress[],
  origin: OriginStatus,
): SignRequest {
  const { method, chainId } = request
  const granted = namespacesOfChain(session.namespaces, chainId)
  const shared = held.filter(
    ({ namespace, address }) =>
      namespace === namespaceOf(chainId) && granted.some(({ accounts }) => accounts.includes(`${chainId}:${address}`)),
  )
  if (shared.length === 0) throw new RequestUnsupportedError(reasons.unauthorizedChain)
  const signMethod = signMethods.get(method)
  const isGranted = granted.some(({ methods }) => methods.includes(method))
  if (signMethod === undefined || signMethod.namespace !== namespaceOf(chainId) || !isGranted)
    throw new RequestUnsupportedError(reasons.unauthorizedMethod)

  const asked = signMethod.read(request.params)
  const signer = shared.find((each) => isSame(asked.signer, each))
  if (signer === undefined) throw new RequestUnsupportedError(unauthorized('This wallet does not hold that account.'))
  const peer = readPeer(session.peer.metadata, origin)
  const { id, topic, expiresAt } = request
  const content =
    asked.content.kind === 'bytes'
      ? readBytes(asked.content.bytes, peer, signer)
      : readTypedData(asked.content.typedData, chainId)
  return { id, topic, peer, chainId, ...signer, expiresAt, ...content }
}

/** The bytes of the shown content. */
export function bytesOf({ hex }: Pick<SignContent, 'hex'>): Uint8Array {
  return hexToBytes(hex.slice(2))
}

function readBytes(bytes: Uint8Array, peer: Peer, signer: WalletAddress): SignContent {
  if (signer.namespace === 'solana' && couldBeTransaction(bytes, signer.address))
    throw new RequestUnsupportedError(unauthorized('The message could be a transaction.'))
  return readText(bytes, peer, signer)
}

function readTypedData(content: unknown, chainId: ChainId): SignContent {
  try {
    const typedData = parseTypedData(content)
    // EIP-712: "The user-agent should refuse signing if it does not match the currently active chain."
    if (typedData.chainId !== undefined && `eip155:${typedData.chainId}` !== chainId)
      throw new RequestUnsupportedError(unauthorized('The data is made for another chain (EIP-712).'))
    return {
      hex: typedData.hash,
      text: undefined,
      typedData,
      hasHiddenCharacters: someText([...typedData.domain, ...typedData.message], hasHiddenCharacters),
      signIn: { status: 'none' },
    }
  } catch (error) {
    if (error instanceof InvalidTypedDataError) throw new RequestUnsupportedError(invalidParams(error.message))
    throw error
  }
}
