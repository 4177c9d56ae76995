/** What a host app hands in to be asked (EIP-1193), as any library types it. */
export type HostProvider = { readonly request: (...args: never[]) => unknown }

/**
 * A wallet that the host app brings: an embedded wallet, or one that an SDK reaches. It is offered as an extension is, for accounts
 * of `eip155`.
 */
export type HostProviderWallet = {
  /** Tells it from others: an id as listings have (`a-z`, `0-9`, `-`), or its rdns. That of a listing makes it that wallet. */
  readonly id: string
  readonly name: string
  /** A `data:` image, or an https address. */
  readonly icon?: string | undefined
  /** The name it announces itself by where it is an extension too (EIP-6963): the two are one entry then. */
  readonly rdns?: string | readonly string[] | undefined
  /** It, or what gives it: called once, when the visitor has chosen the wallet. */
  readonly provider: HostProvider | (() => HostProvider | undefined | Promise<HostProvider | undefined>)
}

/** A connector of wagmi's, as far as it is used: `config.connectors` has such. */
export type WagmiConnector = Pick<HostProviderWallet, 'id' | 'name' | 'icon' | 'rdns'> & {
  readonly connect: (...args: never[]) => Promise<unknown>
  readonly getProvider: (...args: never[]) => Promise<unknown>
}

/** A wallet of the host app's: with its provider, or as a connector of wagmi's or what makes one (`baseAccount()`). */
export type HostWallet = HostProviderWallet | WagmiConnector | ((config: never) => WagmiConnector)
