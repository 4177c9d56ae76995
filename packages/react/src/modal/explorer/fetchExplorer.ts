import { loadPart } from '@hawser/core'

/**
 * Fetches the explorer's code: a chunk of its own.
 * @throws PageOutdatedError | ClientUnavailableError
 */
export async function fetchExplorer() {
  const WalletExplorer = await loadPart(async () => (await import('./WalletExplorer.tsx')).WalletExplorer)
  return WalletExplorer
}

/** Fetches it ahead of its use. Where that fails, the explorer itself says so. */
export function prefetchExplorer(): void {
  fetchExplorer().catch(() => {})
}
