import {
  formatHandoffToken,
  type HandoffRequest,
  type HandoffStart,
  type HandoffStatus,
  type LinkedWallet,
  NotFoundError,
} from '@hawser/wire'
import { walletsPerHostUser } from '../challenge/challenge.ts'
import { TooManyWalletsError, UnsupportedAccountError, WalletAlreadyLinkedError } from '../errors.ts'
import { checkMayLink, confirmHostUser } from '../http/hostUser.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { Handoff } from '../records/handoff.ts'
import type { LinkedWalletRow, ProvenWallet } from '../records/linkedWalletRow.ts'
import { randomId } from '../records/randomId.ts'
import { formatHeldAddress, formatLinkedWallet } from '../wallets/linkedWallets.ts'
import { changeHandoff, type HandoffKey, readHandoff } from './changeHandoff.ts'
import type { HandoffContext } from './handoffContext.ts'
import { createSecret, hashDigits, hashSecret } from './secrets.ts'
import { handoffLimits, isOpenedOnPhone, transition } from './transition.ts'

/**
 * Starts a handoff in this session and ends the previous one.
 * @throws ProofRequiredError - `mayLink` says no
 * @throws UnsupportedAccountError - none of the namespaces is linked here
 */
export async function startHandoff(
  link: HandoffContext,
  hostUser: HostUser,
  { namespaces: wanted }: HandoffRequest,
): Promise<HandoffStart> {
  await checkMayLink(link, hostUser)
  const all = [...new Set(link.chains.map((chain) => chain.split(':', 1)[0] ?? ''))]
  const namespaces = wanted === undefined ? all : all.filter((each) => wanted.includes(each))
  if (namespaces.length === 0) throw new UnsupportedAccountError('No accounts of these namespaces are linked here.')
  const id = randomId(link.randomBytes)
  const secret = createSecret(link.randomBytes)
  const expiresAt = link.now() + handoffLimits.lifetimeMs
  await link.store.putHandoff({
    id,
    hostUserId: hostUser.id,
    sessionKey: sessionKeyOf(hostUser),
    label: link.labelOf(hostUser),
    namespaces,
    version: 1,
    secretHash: hashSecret(secret),
    earlierSecrets: [],
    rotatedHashes: [],
    isWithoutWallet: false,
    grantHash: undefined,
    stage: { state: 'waiting', expiresAt },
  })
  return formatStart(link, { id, secret, expiresAt })
}

/**
 * Creates another code for the same handoff, with its own expiry, as long as no phone is known to have opened the handoff. A
 * phone that opened an earlier code keeps that code's time. The first phone to claim wins.
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError
 * @throws ProofRequiredError - `mayLink` says no
 */
export async function renewHandoff(link: HandoffContext, hostUser: HostUser, id: string): Promise<HandoffStart> {
  await checkMayLink(link, hostUser)
  const secret = createSecret(link.randomBytes)
  const secretHash = hashSecret(secret)
  const { stage } = await changeHandoff(link, handoffOfSession(hostUser, id), () => ({ type: 'renewed', secretHash }))
  return formatStart(link, { id, secret, expiresAt: stage.expiresAt })
}

function formatStart(
  { handoff }: HandoffContext,
  { id, secret, expiresAt }: Omit<HandoffStart, 'address'>,
): HandoffStart {
  return { id, secret, address: `${handoff.pageUrl}#${formatHandoffToken({ id, secret })}`, expiresAt }
}

/** Returns the key of a handoff of this session. Other sessions of the same host user do not match. */
export function handoffOfSession(hostUser: HostUser, id: string): HandoffKey {
  const sessionKey = sessionKeyOf(hostUser)
  return { id, isFor: (handoff) => handoff.hostUserId === hostUser.id && handoff.sessionKey === sessionKey }
}

/** Formats the screen's view. */
export async function formatStatus({ store }: HandoffContext, handoff: Handoff): Promise<HandoffStatus> {
  const { stage, version, isWithoutWallet, hostUserId } = handoff
  const proof = stage.state === 'proven' ? stage.proof : undefined
  const row = stage.state === 'linked' ? await findRow(store, hostUserId, stage.walletId) : undefined
  return {
    state: stage.state,
    version,
    expiresAt: stage.expiresAt,
    isOpenedOnPhone: isOpenedOnPhone(handoff),
    isWithoutWallet: isWithoutWallet && stage.state === 'waiting',
    accountId: proof?.account.accountId ?? row?.accountId,
    walletName: proof?.walletName ?? row?.walletName,
    attemptsLeft: stage.state === 'proven' ? stage.attemptsLeft : undefined,
    reason: 'reason' in stage ? stage.reason : undefined,
    wallet: row && formatLinkedWallet(row),
  }
}

/**
 * Links the account that the phone's wallet signed for, once the digits that the phone shows are typed here. It checks every
 * condition of a link again: session, `mayLink`, number of wallets, and holder of the address.
 * @throws DigitsWrongError - counted; the third ends the handoff
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError, HandoffNotProvenError
 * @throws ProofRequiredError, NotSignedInError, TooManyWalletsError, UnsupportedAccountError - nothing was counted
 * @throws WalletAlreadyLinkedError - ends the handoff
 */
export async function finishHandoff(
  link: HandoffContext,
  { request, hostUser, id, digits }: Asked & { readonly digits: string },
): Promise<{ readonly wallet: LinkedWallet; readonly released: readonly LinkedWalletRow[]; readonly isNew: boolean }> {
  const key = handoffOfSession(hostUser, id)
  // Checked before an attempt is used up: after the step-up the same digits are still valid.
  await checkMayLink(link, hostUser)
  for (;;) {
    const now = link.now()
    const handoff = await changeHandoff({ ...link, now: () => now }, key, ({ stage }) => ({
      type: 'digitsTyped',
      digitsHash: stage.state === 'proven' ? hashDigits(digits, stage.digitsSalt) : '',
    }))
    const wallet = formatProven(link, handoff, now)
    await checkRoom(link, wallet)
    await confirmHostUser(link, request, hostUser)
    const put = await link.store.finishHandoff({
      handoff,
      wallet,
      linked: ({ wallet: { id: walletId } }) => {
        const undoes = walletId === wallet.id ? wallet.proof.challengeId : undefined
        return transition(handoff, { type: 'linked', walletId, undoes }, now).handoff
      },
    })
    // The handoff was claimed again or finished meanwhile, so the loop reads it again.
    if (put === 'changed') continue
    if (put !== 'taken') {
      link.changes.notify(id)
      return { ...put, wallet: formatLinkedWallet(put.wallet), isNew: put.wallet.id === wallet.id }
    }
    await changeHandoff(link, key, () => ({ type: 'ended', reason: 'taken' })).catch(() => undefined)
    throw new WalletAlreadyLinkedError('This wallet is already linked to an account.')
  }
}

type Asked = { readonly request: Request; readonly hostUser: HostUser; readonly id: string }

/** Ends a handoff on the screen that started it. @throws HandoffUnknownError, HandoffOverError */
export async function cancelHandoff(link: HandoffContext, hostUser: HostUser, id: string): Promise<void> {
  await changeHandoff(link, handoffOfSession(hostUser, id), () => ({ type: 'ended', reason: 'cancelled' }))
}

/**
 * Unlinks the wallet that a handoff has just linked, in the same session and without a signature. It never removes an older
 * link.
 * @throws HandoffUnknownError
 * @throws NotFoundError - the wallet was linked before the handoff, is gone, was proven again since, or the time to undo is
 * over
 */
export async function undoHandoff(link: HandoffContext, hostUser: HostUser, id: string): Promise<LinkedWalletRow> {
  const { stage } = await readHandoff(link, handoffOfSession(hostUser, id))
  const at = link.now()
  if (stage.state === 'linked' && stage.undoes !== undefined && at < stage.expiresAt) {
    const row = await findRow(link.store, hostUser.id, stage.walletId)
    const isStill = row?.proof.challengeId === stage.undoes
    const removed = isStill && (await link.store.removeLinkedWallet({ hostUserId: hostUser.id, id: row.id, at }))
    if (removed && removed !== 'kept') return removed
  }
  throw new NotFoundError('There is nothing to undo any more. Unlink the wallet in the list of your wallets.')
}

/** Hashes the session id, so that the store does not contain it. */
function sessionKeyOf({ sessionId }: HostUser): string {
  return sessionId === undefined ? '' : hashSecret(sessionId)
}

async function findRow(
  store: HandoffContext['store'],
  hostUserId: string,
  walletId: string,
): Promise<LinkedWalletRow | undefined> {
  return (await store.linkedWallets(hostUserId)).find(({ id }) => id === walletId)
}

/** @throws UnsupportedAccountError - the chain is no longer configured */
function formatProven(link: HandoffContext, { stage, hostUserId }: Handoff, linkedAt: number): ProvenWallet {
  if (stage.state !== 'proven' || !link.chains.includes(stage.proof.account.chainId))
    throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
  const { account, challengeId, receipt, walletName } = stage.proof
  const { namespace, accountId, chainId, method, block, evidence } = account
  return {
    id: randomId(link.randomBytes),
    hostUserId,
    namespace,
    address: formatHeldAddress(account),
    accountId,
    walletName,
    linkedAt,
    proof: { method, chainId, block, challengeId, receipt, evidence },
  }
}

/** @throws TooManyWalletsError */
async function checkRoom({ store }: HandoffContext, { hostUserId, namespace, address }: ProvenWallet): Promise<void> {
  const rows = await store.linkedWallets(hostUserId)
  const isTheirs = rows.some((row) => row.namespace === namespace && row.address === address)
  if (rows.length >= walletsPerHostUser && !isTheirs)
    throw new TooManyWalletsError('This account has as many linked wallets as it may have. Unlink one first.')
}
