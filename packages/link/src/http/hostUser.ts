import { LinkFailedError, NotSignedInError, ProofRequiredError } from '../errors.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { LinkOptions } from '../options/linkOptions.ts'

/**
 * Whom the host app has signed in.
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
 * The same where there need be nobody.
 * @throws LinkFailedError
 */
export async function findHostUser(
  options: Pick<LinkOptions, 'hostUser'>,
  request: Request,
): Promise<HostUser | undefined> {
  const hostUser = await options.hostUser(request)
  if (hostUser === undefined || hostUser === null) return undefined
  checkTexts(hostUser)
  // An id cut at a control character by a driver, or empty, could be that of another user.
  if (hostUser.id === '' || hostUser.id.length > 256 || /[\p{Cc}\p{Cs}]/u.test(hostUser.id))
    throw new LinkFailedError('`hostUser` must give an id of 1 to 256 characters without control characters.')
  return hostUser
}

/** For untyped host apps: a text to sign must not contain `undefined`. */
function checkTexts({ id, label, asciiLabel, sessionId }: HostUser): void {
  const isText = (text: unknown) => typeof text === 'string'
  const isTextOrNone = (text: unknown) => text === undefined || isText(text)
  if (!isText(id) || !isText(label) || !isTextOrNone(asciiLabel) || !isTextOrNone(sessionId))
    throw new LinkFailedError(
      '`hostUser` must give `id` and `label` as texts, and `asciiLabel` and `sessionId` so or not at all.',
    )
}

/**
 * Checks that the request still belongs to the host user. A contract call takes seconds, in which a session may end or a host
 * user may be erased; nobody could then take back what was written for them.
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
 * That the host user may link one more wallet now (`mayLink`).
 * @throws ProofRequiredError
 */
export async function checkMayLink(options: Pick<LinkOptions, 'mayLink'>, hostUser: HostUser): Promise<void> {
  // One that says nothing has not said yes.
  if (options.mayLink !== undefined && (await options.mayLink(hostUser)) !== true)
    throw new ProofRequiredError('Confirm on this site who you are before you link another wallet.')
}
