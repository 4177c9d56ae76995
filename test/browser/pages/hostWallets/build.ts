import { buildReactPage } from '../buildPage.ts'

/** The SDKs of wagmi's other connectors, which this page does not use and which are not installed. */
const absent = ['@metamask/connect-evm', 'accounts']

/** Builds the page whose host app brings wallets of its own. */
export function buildHostWallets(outDir: string): Promise<void> {
  return buildReactPage(import.meta.dirname, outDir, ['index.html'], true, absent)
}
