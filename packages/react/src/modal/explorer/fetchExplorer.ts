import { loadPart } from '@hawser/core'

/**
 * Fetches the explorer's code, a separate chunk.
 * @throws PageOutdatedError | ClientUnavailableError
 */
export async function fetchExplorer() {
  const WalletExplorer = await loadPart(async () => (await import('./WalletExplorer.tsx')).WalletExplorer)
  return WalletExplorer
}

/** Fetches the explorer's code ahead of its use. The explorer itself reports a failure. */
export function prefetchExplorer(): void {
  fetchExplorer().catch(() => {})
}
