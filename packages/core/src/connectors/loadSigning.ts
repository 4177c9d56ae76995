import { loadPart } from '../platform/loadPart.ts'
import { createPersonalSigning } from './personalSign.ts'
import type { CreateSigning } from './signing.ts'

/**
 * How accounts of a namespace sign. What few visitors need is code of its own, fetched when an account of it is proven.
 * @throws PageOutdatedError | ClientUnavailableError - when the code cannot be fetched
 */
export async function loadSigning(namespace: string): Promise<CreateSigning> {
  if (namespace === 'solana') return (await loadPart(() => import('./solanaSigning.ts'))).createSigning
  if (namespace === 'bip122') return (await loadPart(() => import('./bitcoinSigning.ts'))).createSigning
  return createPersonalSigning
}
