import { createHmac } from 'node:crypto'
import { formatClientId, parseClientId } from '@hawser/wire'
import { createTestIdentity, type TestIdentity } from './createTestClient.fixture.ts'

type Claims = Record<string, unknown>

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const json = (value: unknown) => base64url(JSON.stringify(value))
const eddsa = { alg: 'EdDSA', typ: 'JWT' }

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes that do not begin with zero, which holds for those that begin with a codec. */
function base58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = base58Digits.charAt(Number(number % 58n)) + text
  return text
}

/** The claims that official clients send, in their order. */
export const claimsOf = (clientId: string, nowSeconds: number): Claims => ({
  iss: clientId,
  sub: 'ab'.repeat(32),
  aud: 'wss://relay.example',
  iat: nowSeconds,
  exp: nowSeconds + 86_400,
})

/** Makes a token of any two parts, signed by the given function. */
export function signParts(header: string, payload: string, sign: (bytes: Uint8Array) => Uint8Array): string {
  const input = `${header}.${payload}`
  return `${input}.${base64url(sign(Buffer.from(input)))}`
}

/** The order of the group. Adding it to the second half of a signature gives one that lenient verifiers accept. */
const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n

/** The equivalent signature with the order added. */
export function addOrder(signature: Uint8Array): Uint8Array {
  const scalar = [...signature.subarray(32)].reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) + order
  return Uint8Array.from(signature, (byte, index) =>
    index < 32 ? byte : Number((scalar >> BigInt(8 * (index - 32))) & 255n),
  )
}

const high = 'ff'.repeat(30)
/** Keys for which anyone can make a signature without a private key: points of small order, and other encodings of them. */
export const weakKeys: readonly (readonly [string, string])[] = [
  ['order 1', `01${'00'.repeat(31)}`],
  ['order 1, with a sign', `01${'00'.repeat(30)}80`],
  ['order 1, not canonical', `ee${high}7f`],
  ['order 1, not canonical, with a sign', `ee${high}ff`],
  ['order 2', `ec${high}7f`],
  ['order 2, with a sign', `ec${high}ff`],
  ['order 4', '00'.repeat(32)],
  ['order 4, with a sign', `${'00'.repeat(31)}80`],
  ['order 4, not canonical', `ed${high}7f`],
  ['order 4, not canonical, with a sign', `ed${high}ff`],
  ['order 8, first', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['order 8, first, with a sign', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
  ['order 8, second', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ['order 8, second, with a sign', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'],
]
/**
 * For any weak key and almost any message, one of these is a valid signature: some point of small order, and a scalar of zero.
 */
export const weakSignatures: readonly Uint8Array[] = weakKeys.map(([, point]) =>
  Buffer.concat([Buffer.from(point, 'hex'), Buffer.alloc(32)]),
)

/**
 * Tokens that must never be admitted, each with the name of its fault. Tokens with a correct signature are signed by `identity`
 * itself, over forbidden content.
 */
export function forgeTokens(identity: TestIdentity, nowSeconds: number): readonly (readonly [string, unknown])[] {
  const { clientId, sign } = identity
  const stranger = createTestIdentity()
  const claims = claimsOf(clientId, nowSeconds)
  const good = signParts(json(eddsa), json(claims), sign)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const signatureBytes = Buffer.from(signature, 'base64url')
  const publicKey = parseClientId(clientId)

  const withHeader = (value: unknown) => signParts(json(value), payload, sign)
  const withHeaderText = (text: string | Uint8Array) => signParts(base64url(text), payload, sign)
  const withClaims = (change: Claims) => signParts(header, json({ ...claims, ...change }), sign)
  const withClaimsText = (text: string | Uint8Array) => signParts(header, base64url(text), sign)
  const withSignature = (bytes: Uint8Array) => `${header}.${payload}.${base64url(bytes)}`
  const without = (name: string) => withClaims({ [name]: undefined })
  const claimsText = JSON.stringify(claims)
  const hmac = (alg: string, hash: string, key: Uint8Array | string) => {
    const input = `${json({ alg, typ: 'JWT' })}.${payload}`
    return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
  }
  const didKey = (...bytes: number[]) => `did:key:z${base58(Uint8Array.from([...bytes, ...publicKey]))}`
  const flipped = Uint8Array.from(signatureBytes, (byte, index) => (index === 3 ? byte ^ 1 : byte))
  const lastOther = String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1)

  return [
    // The form of the text.
    ['nothing', undefined],
    ['a number', 1],
    ['the right token in an array', [good]],
    ['an empty text', ''],
    ['garbage', 'garbage'],
    ['three parts of garbage', 'a.b.c'],
    ['dots', '..'],
    ['two parts', `${header}.${payload}`],
    ['a fourth part', `${good}.x`],
    ['a dot before', `.${good}`],
    ['a dot after', `${good}.`],
    ['no header', `.${payload}.${signature}`],
    ['no payload', `${header}..${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['a space before', ` ${good}`],
    ['a space after', `${good} `],
    ['a line end after', `${good}\n`],
    ['a zero byte after', `${good}\0`],
    ['a space inside', `${header.slice(0, 4)} ${header.slice(4)}.${payload}.${signature}`],
    ['a line end inside', `${header}.${payload.slice(0, 76)}\n${payload.slice(76)}.${signature}`],
    ['padding after the signature', `${good}==`],
    ['padding after the payload', signParts(header, `${payload}=`, sign)],
    ['base64 with + and /', good.replace(/\.[^.]*$/, `.${Buffer.alloc(64, 0xfb).toString('base64')}`)],
    ['unused bits set at the end of the signature', good.slice(0, -1) + lastOther],
    ['a zero-width space inside', `${header}\u200b.${payload}.${signature}`],
    ['full-width dots', good.replaceAll('.', '\uff0e')],
    ['a Cyrillic letter', good.replace(/[aceopxy]/, (letter) => ({ a: 'а', c: 'с', e: 'е', o: 'о' })[letter] ?? 'х')],
    ['percent signs', good.replace('.', '%2E')],
    ['capitals for small letters', good.toUpperCase()],
    ['"Bearer" before', `Bearer ${good}`],
    ['quotes around', `"${good}"`],
    ['JSON for a JWS', JSON.stringify({ protected: header, payload, signature })],
    ['3 kB', withClaims({ sub: 'x'.repeat(3000) })],
    ['a megabyte', `${header}.${'A'.repeat(2 ** 20)}.${signature}`],
    // The header.
    ['alg none, unsigned', `${json({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    ['alg none, signed', withHeader({ alg: 'none', typ: 'JWT' })],
    ['alg None, unsigned', `${json({ alg: 'None' })}.${payload}.`],
    ['alg nOnE, with the signature of the right header', `${json({ alg: 'nOnE' })}.${payload}.${signature}`],
    ['alg HS256 with the public key', hmac('HS256', 'sha256', publicKey)],
    ['alg HS256 with the client id', hmac('HS256', 'sha256', clientId)],
    ['alg HS512 with the public key', hmac('HS512', 'sha512', publicKey)],
    ['an HMAC called EdDSA', hmac('EdDSA', 'sha512', publicKey)],
    ...['RS256', 'ES256', 'ES256K', 'PS512', 'Ed25519', 'Ed25519ph', 'eddsa', 'EdDSA ', ''].map(
      (alg) => [`alg "${alg}"`, withHeader({ alg, typ: 'JWT' })] as const,
    ),
    ['alg in an array', withHeader({ alg: ['EdDSA'], typ: 'JWT' })],
    ['alg null', withHeader({ alg: null, typ: 'JWT' })],
    ['no alg', withHeader({ typ: 'JWT' })],
    ['alg only in a prototype', withHeaderText('{"__proto__":{"alg":"EdDSA"},"typ":"JWT"}')],
    ['alg twice, none last', withHeaderText('{"alg":"EdDSA","alg":"none"}')],
    ['alg twice, none first', withHeaderText('{"alg":"none","alg":"EdDSA"}')],
    ['alg twice, once in escapes', withHeaderText('{"\\u0061lg":"none","alg":"EdDSA"}')],
    ['an extension that must be understood', withHeader({ ...eddsa, crit: ['b64'], b64: false })],
    ['a header in an array', withHeader([eddsa])],
    ['a header that is a text', withHeader('EdDSA')],
    ['a header that is null', withHeader(null)],
    ['a header with a mark before', withHeaderText(`\ufeff${JSON.stringify(eddsa)}`)],
    ['a header that is no UTF-8', withHeaderText(Buffer.from('{"alg":"EdDSA","x":"\xff"}', 'latin1'))],
    ['a header with more after it', withHeaderText(`${JSON.stringify(eddsa)}{}`)],
    ['a key of its own in the header', signParts(json({ ...eddsa, jwk: { crv: 'Ed25519' } }), payload, stranger.sign)],
    // The claims.
    ...['iss', 'sub', 'aud', 'iat', 'exp'].map((name) => [`no ${name}`, without(name)] as const),
    ...['iss', 'exp'].map(
      (name) =>
        [`${name} only in a prototype`, withClaimsText(claimsText.replace(`"${name}"`, '"__proto__"'))] as const,
    ),
    ['exp in text', withClaims({ exp: String(nowSeconds + 60) })],
    ['exp null', withClaims({ exp: null })],
    ['exp without end', withClaimsText(claimsText.replace(/"exp":\d+/, '"exp":1e400'))],
    ['exp in milliseconds', withClaims({ exp: (nowSeconds + 60) * 1000 })],
    ['iat of a fraction', withClaims({ iat: nowSeconds + 0.5 })],
    ['iat below zero', withClaims({ iat: -1 })],
    ['iat in an array', withClaims({ iat: [nowSeconds] })],
    ['exp at iat', withClaims({ exp: nowSeconds })],
    ['exp before iat', withClaims({ exp: nowSeconds - 1 })],
    ['a life of 25 hours and a second', withClaims({ exp: nowSeconds + 25 * 3600 + 1 })],
    ['a life of a hundred years', withClaims({ exp: nowSeconds + 100 * 365 * 86_400 })],
    ['ended 301 seconds ago', withClaims({ iat: nowSeconds - 400, exp: nowSeconds - 301 })],
    ['begins in 301 seconds', withClaims({ iat: nowSeconds + 301, exp: nowSeconds + 401 })],
    ['aud in an array', withClaims({ aud: ['wss://relay.example'] })],
    ['sub of 129 characters', withClaims({ sub: 'x'.repeat(129) })],
    ['aud of 513 characters', withClaims({ aud: `wss://${'x'.repeat(507)}` })],
    ['claims in an array', signParts(header, json([claims]), sign)],
    ['a payload that is a text', signParts(header, json(claimsText), sign)],
    ['iss twice, a stranger first', withClaimsText(claimsText.replace('{', `{"iss":"${stranger.clientId}",`))],
    ['iss twice, a stranger last', withClaimsText(claimsText.replace('}', `,"iss":"${stranger.clientId}"}`))],
    ['iss twice, once in escapes', withClaimsText(claimsText.replace('{', '{"\\u0069ss":"x",'))],
    ['exp twice', withClaimsText(claimsText.replace('{', '{"exp":1,'))],
    ['a claim twice deep inside', withClaimsText(claimsText.replace('{', '{"act":[{"a":1,"a":2}],'))],
    ['claims with more after them', withClaimsText(`${claimsText}{}`)],
    ['claims with a comma too many', withClaimsText(claimsText.replace('}', ',}'))],
    ['claims with overlong UTF-8', withClaimsText(Buffer.from(claimsText.replace('relay', 'r\xc0\xafay'), 'latin1'))],
    ['claims a thousand levels deep', withClaimsText('['.repeat(700) + ']'.repeat(700))],
    // The name that the token claims.
    ['the name of another key', withClaims({ iss: stranger.clientId })],
    ['a secp256k1 name', withClaims({ iss: didKey(0xe7, 0x01) })],
    ['an x25519 name', withClaims({ iss: didKey(0xec, 0x01) })],
    ['a P-256 name', withClaims({ iss: didKey(0x80, 0x24) })],
    ['the codec written longer', withClaims({ iss: didKey(0xed, 0x81, 0x00) })],
    ['no codec', withClaims({ iss: didKey() })],
    ['a zero before the codec', withClaims({ iss: `did:key:z1${clientId.slice(9)}` })],
    ['a byte more', withClaims({ iss: `did:key:z${base58(Uint8Array.from([0xed, 1, ...publicKey, 0]))}` })],
    ['a byte less', withClaims({ iss: `did:key:z${base58(Uint8Array.from([0xed, 1, ...publicKey.slice(1)]))}` })],
    ['another base', withClaims({ iss: `did:key:m${base64url(Uint8Array.from([0xed, 1, ...publicKey]))}` })],
    ['another method', withClaims({ iss: clientId.replace('did:key:', 'did:pkh:') })],
    ['capitals before the key', withClaims({ iss: clientId.replace('did:key:', 'DID:KEY:') })],
    ['a fragment after the key', withClaims({ iss: `${clientId}#${clientId.slice(8)}` })],
    ['a space after the key', withClaims({ iss: `${clientId} ` })],
    ['a letter base58 has not', withClaims({ iss: clientId.replace(/.$/, '0') })],
    ['the key in hex', withClaims({ iss: Buffer.from(publicKey).toString('hex') })],
    ...weakKeys.flatMap(([name, point]) => {
      const iss = formatClientId(Buffer.from(point, 'hex'))
      return weakSignatures.map(
        (bytes, index) =>
          [`a key of ${name} (${index})`, signParts(header, json({ ...claims, iss }), () => bytes)] as const,
      )
    }),
    // The signature.
    ['a signature of zeros', withSignature(Buffer.alloc(64))],
    ['a signature with one bit changed', withSignature(flipped)],
    ['the other form of the signature', withSignature(addOrder(signatureBytes))],
    [
      'the halves of the signature swapped',
      withSignature(Buffer.concat([signatureBytes.subarray(32), signatureBytes.subarray(0, 32)])),
    ],
    ['a signature of 63 bytes', withSignature(signatureBytes.subarray(0, 63))],
    ['a signature of 65 bytes', withSignature(Buffer.concat([signatureBytes, Buffer.alloc(1)]))],
    ['the signature twice', withSignature(Buffer.concat([signatureBytes, signatureBytes]))],
    ['the signature of a stranger', signParts(header, payload, stranger.sign)],
    ['a signature of the payload alone', withSignature(sign(Buffer.from(payload)))],
    ['a signature of the claims as JSON', withSignature(sign(Buffer.from(claimsText)))],
    [
      'the signature of another token',
      withSignature(Buffer.from(withClaims({ sub: 's' }).split('.')[2] ?? '', 'base64url')),
    ],
    ...Object.entries({ aud: 'wss://other.example', sub: 's', iat: nowSeconds - 1, exp: nowSeconds + 1 }).map(
      ([name, value]) =>
        [`${name} changed after signing`, `${header}.${json({ ...claims, [name]: value })}.${signature}`] as const,
    ),
    [
      'the order of claims changed after signing',
      `${header}.${json(Object.fromEntries(Object.entries(claims).reverse()))}.${signature}`,
    ],
  ]
}
