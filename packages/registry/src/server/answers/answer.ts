/** A request, as far as the registry looks at it: of the headers only those two by which an answer may be shorter. */
export type Question = {
  readonly method: string
  /** Path and query as they came. */
  readonly target: string
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: none, as under 304. HEAD has one too: whoever sends it leaves it out. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** An answer with the path of the document that it is of, for counting: never what was asked. */
export type RoutedAnswer = Answer & { readonly route: string }
