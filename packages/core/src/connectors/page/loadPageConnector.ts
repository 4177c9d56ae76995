import { loadPart } from '../../platform/loadPart.ts'
import type { WalletCatalog } from '../../wallets/catalog.ts'
import { createInjectedConnector, type InjectedOptions } from './injected.ts'
import type { OneWalletConnector, PageConnector } from './pageConnector.ts'

type Options = Omit<InjectedOptions, 'discovery'> & {
  /** The purpose of the signature, and the account that must sign, if the purpose names one. */
  readonly purpose: { readonly kind: string; readonly accountId?: string }
  readonly discovery: () =>
    | (Pick<WalletCatalog, 'providerOf' | 'standardOf' | 'bitcoinOf' | 'wallets' | 'wayOf'> &
        // A page that exists for one link remembers no choice.
        Partial<Pick<WalletCatalog, 'rememberNetwork'>>)
    | undefined
}

/**
 * Loads the connector to one wallet of this page: for accounts of `namespace`, or by default for the first of the
 * page's chains that the wallet has. A separate chunk, fetched when the visitor chooses such a wallet.
 * @throws PageOutdatedError | ClientUnavailableError - when the code of a rarer make cannot be fetched
 */
export async function loadPageConnector(
  options: Options,
  rdns: string,
  namespace?: string,
): Promise<OneWalletConnector> {
  const { purpose } = options
  // To unlink an account, that account must sign.
  const wanted = namespace ?? purpose.accountId?.split(':', 1)[0]
  const way = options.discovery()?.wayOf(rdns, wanted) ?? rdns
  const connector = await loadMake(options, way)
  return {
    connect(params) {
      // `namespace` is set only if the visitor had a choice of networks.
      if (namespace !== undefined) options.discovery()?.rememberNetwork?.(namespace)
      return connector.connect({ ...params, rdns: way })
    },
    signMessage: (params) => connector.signMessage({ ...params, rdns: way }),
  }
}

async function loadMake(options: Options, rdns: string): Promise<PageConnector> {
  const discovery = options.discovery()
  if (discovery?.standardOf(rdns) !== undefined)
    return (await loadPart(() => import('./standardConnector.ts'))).createStandardConnector(options)
  if (discovery?.bitcoinOf(rdns) !== undefined)
    return (await loadPart(() => import('./bitcoinConnector.ts'))).createBitcoinConnector(options)
  return createInjectedConnector(options)
}
