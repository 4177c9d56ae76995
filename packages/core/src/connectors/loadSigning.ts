import { ClientUnavailableError } from '../errors.ts'
import { createPersonalSigning } from './personalSign.ts'
import type { CreateSigning } from './signing.ts'

/**
 * How accounts of a namespace sign. What few visitors need is code of its own, fetched when an account of it is proven.
 * @throws ClientUnavailableError - when the code cannot be fetched
 */
export async function loadSigning(namespace: string): Promise<CreateSigning> {
  try {
    const other = importSigning(namespace)
    return other === undefined ? createPersonalSigning : (await other).createSigning
  } catch (cause) {
    throw new ClientUnavailableError('The code that talks to wallets could not be loaded. Try again.', { cause })
  }
}

function importSigning(namespace: string): Promise<{ readonly createSigning: CreateSigning }> | undefined {
  if (namespace === 'solana') return import('./solanaSigning.ts')
  return namespace === 'bip122' ? import('./bitcoinSigning.ts') : undefined
}
