import { handoffPaths, linkLimits, linkPaths, originStatementsPath, signInPath } from '@hawser/wire'
import { ref, schemas, text } from './openApiSchemas.ts'

const meanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Unlinked.',
  400: 'The request is not of the form, or the proof is refused.',
  401: 'The visitor is not signed in (or has no session to sign in from), or the wallet has to sign.',
  403: 'The request comes from another origin, or this wallet cannot sign anybody in.',
  404: 'This host user has no such wallet.',
  409: 'It cannot be: another account holds the wallet, there are too many, or it is the last way to sign in.',
  410: 'The handoff has ended, or was opened elsewhere.',
  413: 'The body is too large.',
  415: 'The body does not call itself JSON.',
  429: 'Too many requests. Retry-After says when.',
  500: 'Something of the host broke.',
  503: 'A contract account cannot be asked now. Retry-After says when.',
}

function operation(
  summary: string,
  good: readonly [status: number, schema?: string],
  body: string | undefined,
  bad: readonly number[],
) {
  const [status, schema] = good
  const json = (of: string) => ({ 'application/json': { schema: ref(of) } })
  const refusals = bad.map((each) => [
    each,
    {
      description: meanings[each],
      ...(each === 429 || each === 503 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
      content: json('Error'),
    },
  ])
  return {
    summary,
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: { description: meanings[status], ...(schema === undefined ? {} : { content: json(schema) }) },
      ...Object.fromEntries(refusals),
    },
  }
}

const idParameter = { name: 'id', in: 'path', required: true, schema: text(64) }
const query = (of: string, maximum: number) => ({
  name: of,
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum },
})
const written = [400, 401, 403, 413, 415, 429, 500] as const

const onScreen = `${handoffPaths.screen}/{id}`
const onPhone = `${handoffPaths.phone}/{id}`
/** Without 401, because the phone has no session. */
const writtenByPhone = [400, 403, 404, 410, 413, 415, 429, 500] as const

const oneWallet = `${linkPaths.wallets}/{id}`

const paths = {
  [linkPaths.challenges]: {
    post: operation(
      'A text to sign: to link an account, to link whichever approves, to unlink, to take it from other accounts, or to sign in.',
      [201, 'Challenge'],
      'ChallengeRequest',
      [...written, 404, 409],
    ),
  },
  [linkPaths.proofs]: {
    post: operation('The signature over the text of a challenge: links the account.', [201, 'LinkedWallet'], 'Proof', [
      ...written,
      404,
      409,
      503,
    ]),
  },
  [signInPath]: {
    post: operation(
      'The signature over the text to sign in with: begins a session of the host user who holds the wallet. 404 where the host app has no such sign-in.',
      [200, 'LinkedWallet'],
      'SignInSignature',
      [...written, 404, 503],
    ),
  },
  [linkPaths.wallets]: {
    get: operation('The linked wallets, the oldest link first.', [200, 'LinkedWallets'], undefined, [401, 500]),
    // The answers to HEAD, including refusals, have no body.
    head: {
      summary: 'Whether a visitor is signed in.',
      responses: Object.fromEntries([200, 401, 500].map((status) => [status, { description: meanings[status] }])),
    },
  },
  [oneWallet]: {
    parameters: [idParameter],
    patch: operation('Renames a wallet, or makes it the primary one.', [200, 'LinkedWallet'], 'WalletChange', [
      ...written,
      404,
    ]),
    delete: operation(
      'Unlinks a wallet, where the session is enough.',
      [204],
      undefined,
      [401, 403, 404, 409, 429, 500],
    ),
  },
  [`${oneWallet}/unlink`]: {
    parameters: [idParameter],
    post: operation('Unlinks a wallet by its own signature.', [204], 'UnlinkSignature', [...written, 404, 409, 503]),
  },
  [`${linkPaths.wallets}/release`]: {
    post: operation(
      'Takes a wallet from the other account that holds it, by its own signature. The answer is the same if no account does.',
      [204],
      'ReleaseSignature',
      [...written, 404, 503],
    ),
  },
  [originStatementsPath]: {
    post: operation(
      'What wallets ask of this domain: that a page of it has made the pairing of this topic. 404 where it is not set up.',
      [201, 'OriginStatement'],
      'OriginStatementRequest',
      [...written, 404],
    ),
  },
  [handoffPaths.screen]: {
    post: operation(
      'Starts a handoff: a phone links its wallet to this host user. The one before it of this session ends. 404 where it is not set up. The page for the phone is at `/handoff`.',
      [201, 'HandoffStart'],
      'HandoffRequest',
      [...written, 404],
    ),
  },
  [onScreen]: {
    parameters: [idParameter, query('after', Number.MAX_SAFE_INTEGER)],
    get: operation(
      'The handoff, by a long poll: once it is past version `after`, or has ended, or after twenty seconds. With `Accept: text/event-stream` each change, as it comes.',
      [200, 'HandoffStatus'],
      undefined,
      [401, 404, 429, 500],
    ),
    delete: operation('Ends the handoff.', [204], undefined, [401, 403, 404, 410, 429, 500]),
  },
  [`${onScreen}/renew`]: {
    parameters: [idParameter],
    post: operation(
      'Another code for the same handoff, while no phone is at work. A phone that has opened the one before can go on with it.',
      [201, 'HandoffStart'],
      undefined,
      [401, 403, 404, 410, 429, 500],
    ),
  },
  [`${onScreen}/finish`]: {
    parameters: [idParameter],
    post: operation(
      'Links what the phone’s wallet has signed, by the digits that the phone shows. The third wrong attempt ends the handoff.',
      [201, 'LinkedWallet'],
      'HandoffDigits',
      [...written, 404, 409, 410],
    ),
  },
  [`${onScreen}/undo`]: {
    parameters: [idParameter],
    post: operation(
      'Unlinks what this handoff has linked, within a minute.',
      [204],
      undefined,
      [401, 403, 404, 429, 500],
    ),
  },
  [onPhone]: {
    parameters: [idParameter],
    get: operation('The handoff as its grant sees it.', [200, 'HandoffPhoneStatus'], undefined, [404, 429, 500]),
  },
  [`${onPhone}/hop`]: {
    parameters: [idParameter],
    post: operation('Another secret in the place of this one.', [200, 'HandoffHop'], 'HandoffSecret', writtenByPhone),
  },
  [`${onPhone}/no-wallet`]: {
    parameters: [idParameter],
    post: operation(
      'The page has found no wallet in its browser: the screen that started says so. Nothing else changes.',
      [204],
      'HandoffSecret',
      writtenByPhone,
    ),
  },
  [`${onPhone}/claim`]: {
    parameters: [idParameter],
    post: operation(
      'The grant of a handoff, for whoever comes first. A second claim ends the handoff for both.',
      [200, 'HandoffGrant'],
      'HandoffSecret',
      writtenByPhone,
    ),
  },
  [`${onPhone}/challenges`]: {
    parameters: [idParameter],
    post: operation('A text to sign, by the grant.', [201, 'Challenge'], 'HandoffAccount', [...writtenByPhone, 409]),
  },
  [`${onPhone}/proofs`]: {
    parameters: [idParameter],
    post: operation(
      'The signature over it, by the grant: links nothing, and gives the digits.',
      [201, 'HandoffPhoneStatus'],
      'LinkSignature',
      [...writtenByPhone, 409, 503],
    ),
  },
  [`${onPhone}/decline`]: {
    parameters: [idParameter],
    post: operation('Ends the handoff, by the grant.', [204], undefined, [403, 404, 410, 429, 500]),
  },
  [linkPaths.history]: {
    parameters: [query('before', Number.MAX_SAFE_INTEGER), query('limit', linkLimits.historyPage)],
    get: operation('The events of the wallets, the latest first.', [200, 'History'], undefined, [400, 401, 500]),
  },
}

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Hawser link',
    version: '1.0.0',
    description:
      'The host app’s own API: a signed-in user proves accounts and keeps them as linked wallets. The host app’s session identifies the user; a change needs an allowed Origin and a JSON content type.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
}

/** Formats the OpenAPI 3.1 document of the link API. packages/link/openapi.json is a copy of it. */
export function formatOpenApi(): string {
  return JSON.stringify({ ...about, paths, components: { schemas } })
}
