import { buildReactPage } from '../buildPage.ts'

/** The SDKs of other connectors of wagmi's, which this page does not use and nobody installed. */
const absent = ['@metamask/connect-evm', 'accounts']

/** Builds the page whose host app brings wallets of its own. */
export function buildHostWallets(outDir: string): Promise<void> {
  return buildReactPage(import.meta.dirname, outDir, ['index.html'], true, absent)
}
