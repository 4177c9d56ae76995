/** How the wallet of one account is asked to sign a text, and what its answer is worth. */
export type Signing = {
  readonly request: { readonly method: string; readonly params: unknown }
  /**
   * The signature in an answer, in the form the link API takes it (docs/link-accounts.md), however the wallet has spelled it.
   * Spellings that few wallets have may need code that is fetched then.
   * @throws SignatureMalformedError
   */
  readonly readSignature: (answer: unknown) => string | Promise<string>
}

/** A namespace's way to have a text signed by the account at an address. */
export type CreateSigning = (message: string, address: string) => Signing
