import { type AccountId, accountsOf, namespaceOf } from '@hawser/wire'
import type { Connection, FlowFailure } from './state.ts'

// A contract that agrees may be on another chain. What a server says by "reason" is left out by older ones.
const elsewhere: readonly unknown[] = ['account_not_deployed', 'contract_refused', 'contract_not_asked_here']

/**
 * Which of a connection's accounts is asked next where another one could not be proven, in the order of the page's chains: the same
 * address on another chain where the account's contract is not on the first, an account of another namespace where the wallet
 * cannot sign. Undefined where the same account is as good, or there is no other.
 */
export function accountInstead(
  connection: Connection,
  accountId: AccountId,
  { code, reason }: FlowFailure,
  chains: readonly string[] | undefined,
): AccountId | undefined {
  const shared = connection.kind === 'session' ? accountsOf(connection.session.namespaces) : connection.accounts
  const accounts = chains?.flatMap((chain) => shared.filter((account) => account.startsWith(`${chain}:`))) ?? shared
  const next = accounts.slice(accounts.indexOf(accountId) + 1)
  if (code === 'wallet_cannot_sign') return next.find((account) => namespaceOf(account) !== namespaceOf(accountId))
  const isElsewhere =
    elsewhere.includes(code) || (code === 'proof_invalid' && (reason === undefined || elsewhere.includes(reason)))
  return isElsewhere ? next.find((account) => isSameAddress(account, accountId)) : undefined
}

function isSameAddress(one: AccountId, other: AccountId): boolean {
  const [a, b] = [one, other].map((account) => account.split(':'))
  return a?.[0] === b?.[0] && a?.[1] !== b?.[1] && a?.[2]?.toLowerCase() === b?.[2]?.toLowerCase()
}
