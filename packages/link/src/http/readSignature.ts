import { InvalidLinkBodyError, type Proof, parseProof } from '@hawser/wire'
import { readJsonBody } from './readJsonBody.ts'

/**
 * A proof that is a signature: where a purpose has no one-tap.
 * @throws InvalidLinkBodyError, BodyTooLargeError, ContentTypeNotJsonError
 */
export async function readSignature(request: Request): Promise<Proof> {
  const proof = parseProof(await readJsonBody(request))
  if ('cacao' in proof || proof.again)
    throw new InvalidLinkBodyError('The body may hold challengeId and signature only.')
  return proof
}
