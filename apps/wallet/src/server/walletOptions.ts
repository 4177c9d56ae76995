/** How the page tells apps from impostors, by requests to their servers. */
export type OriginChecks = {
  /** Host names to warn about, in ASCII and lower case. Their subdomains count too. */
  readonly knownScams: readonly string[]
  /** Also allows requests to servers on this machine, over http: for development. */
  readonly allowsLoopback: boolean
}

export type WalletOptions = {
  /** Folder of the built page. */
  readonly pageDir: string
  /** `ws://` or `wss://`. The page can connect only to this relay, and to the servers that `originChecks` ask. */
  readonly relayUrl: string
  /** Asks the server at an app's address whether it knows the pairing. Without this the page connects only to the relay. */
  readonly originChecks?: OriginChecks
  /** The wallet's public address, e.g. `https://wallet.example`. If https, browsers never use http again (HSTS). */
  readonly publicUrl?: string
}
