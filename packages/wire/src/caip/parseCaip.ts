import { BaseError } from '../baseError.ts'
import { type AccountId, type ChainId, isAccountId, isChainId } from './caip.ts'

/** The text is not a CAIP-2 chain id. */
export class InvalidChainIdError extends BaseError {
  readonly code = 'invalid_chain_id'
}

/** The text is not a CAIP-10 account id. */
export class InvalidAccountIdError extends BaseError {
  readonly code = 'invalid_account_id'
}

/**
 * Parses a CAIP-2 chain id.
 * @throws InvalidChainIdError
 */
export function parseChainId(value: unknown): { chainId: ChainId; namespace: string; reference: string } {
  if (typeof value !== 'string' || !isChainId(value)) {
    throw new InvalidChainIdError('A chain id must look like "eip155:1" (CAIP-2: namespace:reference).')
  }
  const [namespace = '', reference = ''] = value.split(':')
  return { chainId: value, namespace, reference }
}

/**
 * Parses a CAIP-10 account id.
 * @throws InvalidAccountIdError
 */
export function parseAccountId(value: unknown): {
  accountId: AccountId
  chainId: ChainId
  namespace: string
  reference: string
  address: string
} {
  if (typeof value !== 'string' || !isAccountId(value)) {
    throw new InvalidAccountIdError(
      'An account id must look like "eip155:1:0x…" (CAIP-10: namespace:reference:address).',
    )
  }
  const [namespace = '', reference = '', address = ''] = value.split(':')
  return { accountId: value, chainId: `${namespace}:${reference}`, namespace, reference, address }
}
