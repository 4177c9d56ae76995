import { loadPart } from '@hawser/core'

/**
 * Fetches the explorer's code: a separate chunk.
 * @throws PageOutdatedError | ClientUnavailableError
 */
export async function fetchExplorer() {
  const WalletExplorer = await loadPart(async () => (await import('./WalletExplorer.tsx')).WalletExplorer)
  return WalletExplorer
}

/** Fetches it ahead of its use. If that fails, the explorer itself reports it. */
export function prefetchExplorer(): void {
  fetchExplorer().catch(() => {})
}
