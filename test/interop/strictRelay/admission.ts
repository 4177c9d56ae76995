import { createPublicKey, verify } from 'node:crypto'

/** A project as its owner configures it at the network. */
export type Project = {
  /** `[scheme://]host[:port]`, where `*` matches one whole label. An empty list allows every origin. */
  readonly origins: readonly string[]
  readonly isActive?: boolean
}

/** The data that a caller sends in an upgrade. */
export type Caller = {
  readonly token: string | undefined
  readonly projectId: string | undefined
  readonly origin: string | undefined
  /** Native apps send an app id instead of an origin. */
  readonly appId: string | undefined
}

/** The client id of an admitted client, or the HTTP status and the reason of close code 3000. */
export type Admission = { readonly clientId: string } | { readonly status: 401 | 403; readonly reason: string }

const skewSeconds = 120

/**
 * Reports whether the network's relay would admit a client. The function uses no Hawser code: code under test must not be its
 * own judge.
 */
export function admit(
  caller: Caller,
  projects: ReadonlyMap<string, Project>,
  audiences: readonly string[],
  now: number,
): Admission {
  const clientId = readToken(caller.token, audiences, now)
  if (typeof clientId !== 'string') return { status: 401, reason: clientId.reason }
  if (caller.projectId === undefined || caller.projectId === '')
    return { status: 401, reason: 'Authorization error: Project ID is missing' }
  const project = projects.get(caller.projectId)
  if (project === undefined) return { status: 401, reason: 'Project not found' }
  if (project.isActive === false) return { status: 403, reason: 'Project inactive' }
  if (!isAllowed(project.origins, caller.origin ?? caller.appId))
    return { status: 403, reason: 'Unauthorized: origin not allowed' }
  return { clientId }
}

/** Returns the client id of a valid token, or the reason why the token is refused. */
function readToken(token: string | undefined, audiences: readonly string[], now: number): string | { reason: string } {
  const refuse = (why: string) => ({ reason: `JWT authentication error: ${why}` })
  if (token === undefined || token === '') return refuse('missing JWT')
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || signature === '') return refuse('invalid format')
  const claims = readPart(payload)
  const { alg, typ } = readPart(header) ?? {}
  if (claims === undefined || alg !== 'EdDSA' || typ !== 'JWT') return refuse('invalid encoding')
  const { iss, sub, aud, iat, exp } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string') return refuse('invalid payload')
  if (typeof iat !== 'number' || typeof exp !== 'number') return refuse('invalid payload')
  const seconds = Math.floor(now / 1000)
  if (exp < seconds - skewSeconds) return refuse('JWT Token is expired')
  if (iat > seconds + skewSeconds) return refuse('JWT Token is not yet valid')
  // The audience must match exactly, without a trailing slash.
  if (typeof aud !== 'string' || !audiences.includes(aud)) return refuse('invalid audience')
  const key = readDidKey(iss)
  if (key === undefined) return refuse('invalid issuer')
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    return refuse('invalid signature')
  return iss
}

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/.test(part)) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function readDidKey(iss: string): Buffer | undefined {
  const letters = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/.exec(iss)?.[1]
  if (letters === undefined) return undefined
  const number = [...letters].reduce((sum, letter) => sum * 58n + BigInt(base58.indexOf(letter)), 0n)
  const bytes = Buffer.from(number.toString(16).padStart(68, '0'), 'hex')
  return bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01 ? bytes.subarray(2) : undefined
}

function isAllowed(origins: readonly string[], origin: string | undefined): boolean {
  if (origins.length === 0) return true
  if (origin === undefined || origin === 'null') return false
  const [, scheme = '', host = ''] = /^(?:([a-z][\w+.-]*):\/\/)?(.+)$/.exec(origin) ?? []
  if (/^localhost(:\d+)?$/.test(host)) return true
  return origins.some((entry) => {
    const [, entryScheme, entryHost = ''] = /^(?:([a-z][\w+.-]*):\/\/)?(.+)$/.exec(entry) ?? []
    if (entryScheme !== undefined && entryScheme !== scheme) return false
    const [labels, entryLabels] = [host.split('.'), entryHost.split('.')]
    return (
      labels.length === entryLabels.length && entryLabels.every((label, at) => label === '*' || label === labels[at])
    )
  })
}
