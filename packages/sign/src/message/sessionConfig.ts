import { asObject, field } from '@hawser/wire'

/** What a wallet wishes for its session. */
export type SessionConfig = {
  /** A request is not to bring the wallet to the front. */
  readonly disableDeepLink: boolean
}

/** Reads what a wallet wishes for its session, if it does. */
export function parseSessionConfig(params: Readonly<Record<string, unknown>>): { sessionConfig?: SessionConfig } {
  const config = asObject(field(params, 'sessionConfig'))
  return config ? { sessionConfig: { disableDeepLink: field(config, 'disableDeepLink') === true } } : {}
}
