/** The page's requests that tell apps from impostors. */
export type OriginChecks = {
  /** Host names to warn of, in ASCII and lower case; names below them count too. */
  readonly knownScams: readonly string[]
  /** Also asks servers on this machine, over http: for development. */
  readonly allowsLoopback: boolean
}

export type WalletOptions = {
  /** Folder of the built page. */
  readonly pageDir: string
  /** `ws://` or `wss://`; the page may connect there, and where `originChecks` lead it. */
  readonly relayUrl: string
  /** Asks the server at an app's address whether it knows the pairing. Without it the page connects to the relay and nobody else. */
  readonly originChecks?: OriginChecks
  /**
   * The address visitors type, e.g. `https://wallet.example`. If it is https, browsers learn never to come over http (HSTS);
   * without it they do not.
   */
  readonly publicUrl?: string
}
