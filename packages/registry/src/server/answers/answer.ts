/** The part of a request that the registry reads: only the two headers that can shorten an answer. */
export type Question = {
  readonly method: string
  /** Path and query as received. */
  readonly target: string
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: no body, as with 304. An answer to HEAD has one too: the sender omits it. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** An answer with the path of its document, for metrics: never the request's own. */
export type RoutedAnswer = Answer & { readonly route: string }
