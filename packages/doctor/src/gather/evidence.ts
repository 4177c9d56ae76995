import type { IncomingHttpHeaders } from 'node:http'
import type { OptionsFound } from './pageOptions.ts'

/** Why there is no answer. */
export type Failure =
  | 'refused'
  | 'unknown_host'
  | 'timeout'
  | 'certificate'
  | 'internal'
  | 'too_many_redirects'
  | 'broken'

/** There was no answer. `detail` is the system's own code, such as `ECONNREFUSED`. */
export type Unanswered = {
  readonly status: 'failed'
  readonly url: string
  readonly failure: Failure
  readonly detail: string
}

/** A server's answer. */
export type Answered = {
  readonly status: 'answered'
  /** The address after redirects. */
  readonly url: string
  readonly httpStatus: number
  readonly headers: IncomingHttpHeaders
  /** The body, or as much of it as was read. */
  readonly body: Uint8Array
  /** Whether the body is complete: it was not too large and arrived in time. */
  readonly isWhole: boolean
  readonly receivedAt: number
  /** The IP address of the server that was asked first. */
  readonly peer: string | undefined
  /** The addresses that redirected, in order. */
  readonly redirects: readonly string[]
}

export type Answer = Unanswered | Answered

/** The result of opening a relay's socket and subscribing to a topic. */
export type RelayAnswer =
  | (Omit<Unanswered, 'url'> & RelayTime)
  /** An HTTP answer in place of the upgrade. */
  | ({ readonly status: 'refused'; readonly httpStatus: number; readonly text: string } & RelayTime)
  | ({ readonly status: 'closed'; readonly closeCode: number; readonly text: string } & RelayTime)
  /** A JSON-RPC error. */
  | ({ readonly status: 'error'; readonly text: string } & RelayTime)
  | ({ readonly status: 'silent' } & RelayTime)
  | ({ readonly status: 'served' } & RelayTime)

type RelayTime = { readonly date: string | undefined; readonly receivedAt: number }

export type RelayEvidence = {
  readonly url: string
  /** As a browser opens it on the page. */
  readonly fromPage: RelayAnswer
  /** As a program opens it, without an Origin: tried if the page was not served. */
  readonly fromProgram: RelayAnswer | undefined
}

export type RegistryEvidence = {
  readonly url: string
  readonly manifest: Answer
  /** The answers of the service, or the files of the bundle if there is no service; as many as were read. */
  readonly pages: readonly Answer[]
  readonly source: 'service' | 'files'
  /** Fetched if a key is known. */
  readonly digests: Answer | undefined
}

export type LinkEvidence = {
  readonly url: string
  /** `GET /wallets` without a session. */
  readonly wallets: Answer
  /** `OPTIONS /challenges` from the page's origin, which changes nothing. */
  readonly preflight: Answer
  /** `POST /challenges` from the page's origin with an empty object, which the link API refuses in every session. */
  readonly post: Answer
}

/** Everything that was fetched. `checks/` judges it. */
export type Evidence = {
  /** As the user typed it. */
  readonly pageUrl: string
  readonly page: Answer
  /** The origin of the page, after redirects. */
  readonly origin: string
  readonly found: OptionsFound
  readonly relays: readonly RelayEvidence[]
  readonly registry: RegistryEvidence | undefined
  readonly link: LinkEvidence | undefined
  readonly handoffPage: Answer | undefined
  /** The name of the cookie that matters. Undefined: every cookie. */
  readonly cookie: string | undefined
}
