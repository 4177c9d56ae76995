import { LinkFailedError, NotSignedInError, ProofRequiredError } from '../errors.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { LinkOptions } from '../options/linkOptions.ts'

/**
 * Returns the host user whom the host app has signed in.
 * @throws NotSignedInError, LinkFailedError
 */
export async function readHostUser(options: Pick<LinkOptions, 'hostUser'>, request: Request): Promise<HostUser> {
  return requireHostUser(await findHostUser(options, request))
}

/** @throws NotSignedInError */
export function requireHostUser(hostUser: HostUser | undefined): HostUser {
  if (hostUser === undefined) throw new NotSignedInError('Sign in to the site first.')
  return hostUser
}

/**
 * Returns the signed-in host user, or undefined.
 * @throws LinkFailedError
 */
export async function findHostUser(
  options: Pick<LinkOptions, 'hostUser'>,
  request: Request,
): Promise<HostUser | undefined> {
  const hostUser = await options.hostUser(request)
  if (hostUser === undefined || hostUser === null) return undefined
  checkTexts(hostUser)
  // An empty id, or one that a driver cuts at a control character, could be that of another user.
  if (hostUser.id === '' || hostUser.id.length > 256 || /[\p{Cc}\p{Cs}]/u.test(hostUser.id))
    throw new LinkFailedError('`hostUser` must give an id of 1 to 256 characters without control characters.')
  return hostUser
}

/** Checks the values of untyped host apps: a text to sign must not contain `undefined`. */
function checkTexts({ id, label, asciiLabel, sessionId }: HostUser): void {
  const isText = (text: unknown) => typeof text === 'string'
  const isTextOrNone = (text: unknown) => text === undefined || isText(text)
  if (!isText(id) || !isText(label) || !isTextOrNone(asciiLabel) || !isTextOrNone(sessionId))
    throw new LinkFailedError(
      '`hostUser` must give `id` and `label` as texts, and `asciiLabel` and `sessionId` so or not at all.',
    )
}

/**
 * Checks that the request still belongs to the host user. A contract call takes seconds, in which a session can end or a host
 * user can be erased. Rows written for them afterwards could not be removed again.
 * @throws NotSignedInError, LinkFailedError
 */
export async function confirmHostUser(
  options: Pick<LinkOptions, 'hostUser'>,
  request: Request,
  { id, sessionId }: HostUser,
): Promise<void> {
  const hostUser = await readHostUser(options, request)
  if (hostUser.id !== id || hostUser.sessionId !== sessionId)
    throw new NotSignedInError('The session ended meanwhile. Sign in to the site again.')
}

/**
 * Checks that the host user may link one more wallet now (`mayLink`).
 * @throws ProofRequiredError
 */
export async function checkMayLink(options: Pick<LinkOptions, 'mayLink'>, hostUser: HostUser): Promise<void> {
  // An undefined answer is not a yes.
  if (options.mayLink !== undefined && (await options.mayLink(hostUser)) !== true)
    throw new ProofRequiredError('Confirm on this site who you are before you link another wallet.')
}
