import { loadPart } from '@hawser/core'

/**
 * Fetches the explorer's code: a chunk of its own.
 * @throws PageOutdatedError | ClientUnavailableError
 */
export async function fetchExplorer() {
  const { WalletExplorer } = await loadPart(() => import('./WalletExplorer.tsx'))
  return WalletExplorer
}

/** Fetches it ahead of its use. Where that fails, the explorer itself says so. */
export function prefetchExplorer(): void {
  fetchExplorer().catch(() => {})
}
