/** The parts of a request that the registry reads. Of the headers, only two can shorten an answer. */
export type RegistryRequest = {
  readonly method: string
  /** Path and query as received. */
  readonly target: string
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
}

export type RegistryResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for an answer without a body, such as 304. An answer to HEAD has a body too, which the sender omits. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** An answer with its route for metrics: a path of the OpenAPI document, never the path of the request. */
export type RoutedResponse = RegistryResponse & { readonly route: string }
