import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const cacheOf = (name: string) => resolve(root, '.cache/browser', name)

/** The folders of the built pages. Playwright's global setup builds the pages; `buildPagesProcess.ts` lists their sources. */
export const builtPages = {
  host: resolve(root, 'apps/host/dist'),
  wallet: resolve(root, 'apps/wallet/dist'),
  proof: cacheOf('proof'),
  states: cacheOf('states'),
  gallery: cacheOf('gallery'),
  classic: cacheOf('classic'),
  wagmi: cacheOf('wagmi'),
  hostWallets: cacheOf('hostWallets'),
  origin: cacheOf('origin'),
  walletConnectModal: cacheOf('walletConnectModal'),
  modal: cacheOf('modal'),
  neighbours: cacheOf('neighbours'),
  budget: cacheOf('budget'),
} as const
