/** A host app's provider (EIP-1193), as any library types it. */
export type HostProvider = { readonly request: (...args: never[]) => unknown }

/**
 * A wallet that the host app provides: an embedded wallet, or a wallet behind an SDK. It is offered like an extension,
 * for accounts of `eip155`.
 */
export type HostProviderWallet = {
  /**
   * The wallet's identity: an id like those of listings (`a-z`, `0-9`, `-`), or its rdns. The id or rdns of a listing
   * makes it that wallet.
   */
  readonly id: string
  readonly name: string
  /** A `data:` image, or an https address. */
  readonly icon?: string | undefined
  /** The rdns of the wallet's extension, if it also has one (EIP-6963): the two are then one entry. */
  readonly rdns?: string | readonly string[] | undefined
  /** The provider, or a function that returns it: called once, when the visitor has chosen the wallet. */
  readonly provider: HostProvider | (() => HostProvider | undefined | Promise<HostProvider | undefined>)
}

/** The part of a wagmi connector that is used here, as in `config.connectors`. */
export type WagmiConnector = Pick<HostProviderWallet, 'id' | 'name' | 'icon' | 'rdns'> & {
  readonly connect: (...args: never[]) => Promise<unknown>
  readonly getProvider: (...args: never[]) => Promise<unknown>
}

/** A wallet of the host app: with its provider, or as a wagmi connector or its factory (`baseAccount()`). */
export type HostWallet = HostProviderWallet | WagmiConnector | ((config: never) => WagmiConnector)
