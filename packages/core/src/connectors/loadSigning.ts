import { loadPart } from '../platform/loadPart.ts'
import { createPersonalSigning } from './personalSign.ts'
import type { CreateSigning } from './signing.ts'

/**
 * Loads the code with which accounts of a namespace sign. Rarely needed code is a separate chunk, fetched when an
 * account of that namespace is proven.
 * @throws PageOutdatedError | ClientUnavailableError - when the code cannot be fetched
 */
export async function loadSigning(namespace: string): Promise<CreateSigning> {
  if (namespace === 'solana') return loadPart(async () => (await import('./solanaSigning.ts')).createSigning)
  if (namespace === 'bip122') return loadPart(async () => (await import('./bitcoinSigning.ts')).createSigning)
  return createPersonalSigning
}
