import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  type Listing,
  listingDigestInput,
  manifestLimits,
  manifestSigningInput,
  parseListingPage,
  parseSignedManifest,
  type SignedManifest,
} from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { parseJson } from '../gather/body.ts'
import type { Answer, RegistryEvidence } from '../gather/evidence.ts'
import { type Finding, judgeUnanswered, type Problem, type ProblemCode } from './finding.ts'
import { quote, showUrl } from './show.ts'

/** Checks a registry: it answers, the page may read it, and a trusted key has signed its list. */
export function judgeRegistry(
  evidence: RegistryEvidence,
  { origin, keys, now }: { readonly origin: string; readonly keys: readonly string[]; readonly now: number },
): readonly Finding[] {
  const shown = showUrl(evidence.url)
  const [first] = evidence.pages
  if (first === undefined || first.status === 'failed')
    return [
      judgeUnanswered('registry', first ?? { status: 'failed', url: evidence.url, failure: 'broken', detail: '' }, {
        ...{ code: 'registry_unreachable', name: 'The registry' },
        mend: 'Start the registry, or name another; until then the page shows its built-in wallets.',
      }),
    ]
  const listings = readListings(evidence)
  if (listings.length === 0)
    return [
      problem(
        'registry_unreachable',
        `${shown} answers HTTP ${first.httpStatus} and ${quote(first.headers['content-type'] ?? 'no content type')}, which is not a list of wallets.`,
        'Give the address under which /w3m/v1/getAllListings or /v1/manifest.json answers, without that path.',
      ),
    ]
  const findings = [
    ...judgeSharing(evidence, origin),
    ...(keys.length === 0 ? [] : judgeSignature(evidence, { listings, keys, now })),
  ]
  if (findings.length > 0) return findings
  const trust =
    keys.length === 0
      ? 'No key was given (--registry-key), so its signature was not checked'
      : 'They are signed with the given key'
  return [
    {
      check: 'registry',
      verdict: 'good',
      text: `The registry at ${shown} lists ${listings.length} wallets. ${trust}.`,
    },
  ]
}

/** The wallets that could be read from a registry. */
export function readListings({ pages, source }: RegistryEvidence): readonly Listing[] {
  return pages.flatMap((answer) => {
    const value = answer.status === 'answered' && answer.httpStatus === 200 ? asObject(parseJson(answer)) : undefined
    if (value === undefined) return []
    try {
      return parseListingPage(source === 'files' ? { listings: field(value, 'listings'), total: 0 } : value).listings
    } catch {
      return []
    }
  })
}

/** A page may read answers of another origin only if they allow it. */
function judgeSharing({ url, pages, manifest }: RegistryEvidence, origin: string): readonly Problem[] {
  if (new URL(url).origin === origin) return []
  const shut = [pages[0], manifest].find((answer) => answer !== undefined && isShut(answer, origin))
  return shut === undefined
    ? []
    : [
        problem(
          'registry_not_readable',
          `Browsers keep the answers of ${showUrl(shut.url)} from the page: they allow no other origin.`,
          'Let the registry, or the CDN in front of it, send Access-Control-Allow-Origin: * with every answer.',
        ),
      ]
}

function isShut(answer: Answer, origin: string): boolean {
  if (answer.status === 'failed' || answer.httpStatus !== 200) return false
  const allowed = answer.headers['access-control-allow-origin']
  return allowed !== '*' && allowed !== origin
}

function judgeSignature(
  { url, manifest, digests }: RegistryEvidence,
  {
    listings,
    keys,
    now,
  }: { readonly listings: readonly Listing[]; readonly keys: readonly string[]; readonly now: number },
): readonly Problem[] {
  const shown = showUrl(url)
  const signed = readSigned(manifest)
  const mend = 'Sign the bundle with hawser registry sign and the key whose public half the page pins (registryKey).'
  if (signed?.signature === undefined)
    return [
      problem('registry_unsigned', `The page pins a key, but the registry at ${shown} has no signed manifest.`, mend),
    ]
  const input = manifestSigningInput(signed.text)
  if (!keys.some((key) => isSignedBy(key, input, signed.signature ?? new Uint8Array())))
    return [
      problem(
        'registry_untrusted',
        `The key that the page pins did not sign the manifest of ${shown}: browsers show none of its wallets.`,
        mend,
      ),
    ]
  if (now >= signed.manifest.expiresAt)
    return [
      problem(
        'registry_expired',
        `The signed manifest of the registry at ${shown} expired on ${new Date(signed.manifest.expiresAt).toISOString().slice(0, 10)}.`,
        'Build and sign the bundle again, and schedule that before it expires.',
      ),
    ]
  const known = digests?.status === 'answered' && digests.httpStatus === 200 ? digests.body : undefined
  const isWhole = known !== undefined && sha256(known).toString('hex') === signed.manifest.digests
  const strangers = isWhole ? listings.filter((listing) => !holds(known, listing)).length : listings.length
  return strangers === 0
    ? []
    : [
        problem(
          'registry_untrusted',
          `${isWhole ? `${strangers} of the wallets` : 'The file of digests'} of ${shown} differ${isWhole ? '' : 's'} from the signed ones.`,
          'Serve manifest, digests and listings of one build. Behind a CDN, make it revalidate the manifest (no-cache).',
        ),
      ]
}

function readSigned(answer: Answer): SignedManifest | undefined {
  try {
    return answer.status === 'answered' && answer.httpStatus === 200
      ? parseSignedManifest(parseJson(answer))
      : undefined
  } catch {
    return undefined
  }
}

function isSignedBy(key: string, input: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(key, 'hex').toString('base64url')
  try {
    return verify(null, input, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

function holds(digests: Uint8Array, listing: Listing): boolean {
  const wanted = sha256(new TextEncoder().encode(listingDigestInput(listing))).subarray(0, manifestLimits.digestBytes)
  for (let at = 0; at < digests.length; at += manifestLimits.digestBytes)
    if (wanted.equals(digests.subarray(at, at + manifestLimits.digestBytes))) return true
  return false
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function problem(code: ProblemCode, text: string, mend: string): Problem {
  return { check: 'registry', verdict: 'wrong', code, text, mend }
}
