/** The request with which the wallet of one account signs a text, and the reader of its answer. */
export type Signing = {
  readonly request: { readonly method: string; readonly params: unknown }
  /**
   * Reads the signature in an answer, in any spelling, and returns it in the form that the link API accepts
   * (docs/link-accounts.md). Fetches the code for rare spellings when needed.
   * @throws SignatureMalformedError
   */
  readonly readSignature: (answer: unknown) => string | Promise<string>
}

/** Creates the request for a signature by the account at an address, for one namespace. */
export type CreateSigning = (message: string, address: string) => Signing
