/** How to ask the wallet of one account to sign a text, and how to read its answer. */
export type Signing = {
  readonly request: { readonly method: string; readonly params: unknown }
  /**
   * The signature in an answer, in the form the link API takes it (docs/link-accounts.md), in any spelling of the
   * wallet. The code for rare spellings may be fetched then.
   * @throws SignatureMalformedError
   */
  readonly readSignature: (answer: unknown) => string | Promise<string>
}

/** A namespace's way to request a signature from the account at an address. */
export type CreateSigning = (message: string, address: string) => Signing
