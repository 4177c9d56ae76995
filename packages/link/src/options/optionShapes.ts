import { nearestName } from '@hawser/wire/internal'
import type { LinkOptions } from './linkOptions.ts'

/** The form of an option: in words, and as a check that ignores the option's meaning. */
type Shape = { readonly what: string; readonly fits: (value: unknown) => boolean; readonly isNeeded?: true }

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isFunction = (value: unknown) => typeof value === 'function'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const areTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
const has = (value: unknown, ...names: readonly string[]) =>
  isObject(value) && names.every((name) => isFunction(Reflect.get(value as object, name)))

const text: Shape = { what: 'a text', fits: isText }
const texts: Shape = { what: 'a list of texts', fits: areTexts }
const aFunction: Shape = { what: 'a function', fits: isFunction }
const yesOrNo: Shape = { what: 'true or false', fits: (value) => typeof value === 'boolean' }
const someObject: Shape = { what: 'an object', fits: isObject }

const shapes: Readonly<Record<keyof LinkOptions, Shape>> = {
  store: {
    what: 'an open store: `await openSqliteLinkStore(…)` or `await openPostgresLinkStore(…)`',
    fits: (value) => has(value, 'putChallenge', 'consumeChallenge', 'putLinkedWallet', 'takeTokens', 'putHandoff'),
    isNeeded: true,
  },
  hostUser: {
    ...aFunction,
    what: 'a function: the host user of a request, or undefined',
    isNeeded: true,
  },
  publicUrl: text,
  domain: text,
  uri: text,
  allowedOrigins: texts,
  allowsNoOrigin: yesOrNo,
  allowsHttp: yesOrNo,
  chains: texts,
  rpc: {
    what: 'an object of lists of addresses, by chain',
    fits: (value) => isObject(value) && Object.values(value as object).every(areTexts),
  },
  fetch: aFunction,
  originStatements: someObject,
  handoff: someObject,
  now: aFunction,
  randomBytes: aFunction,
  onFailure: aFunction,
  basePath: text,
  rateLimits: someObject,
  trustedProxies: { what: 'a whole number, 0 to 16', fits: (value) => typeof value === 'number' },
  clientAddress: aFunction,
  hashKey: { what: 'a Uint8Array of 32 bytes or more', fits: (value) => value instanceof Uint8Array },
  isOwnPage: aFunction,
  isLoginFactor: yesOrNo,
  mayUnlinkLast: aFunction,
  mayUnlink: aFunction,
  mayLink: aFunction,
  challengeLifetimeSeconds: {
    what: 'a whole number of seconds, 300 to 86,400',
    fits: (value) => typeof value === 'number',
  },
  signIn: {
    what: 'an object with the functions `session` and `complete`',
    fits: (value) => has(value, 'session', 'complete'),
  },
  onEvent: aFunction,
  onLinked: aFunction,
  onReleased: aFunction,
}

/**
 * Names an unknown, malformed or missing option; undefined if there is no such option. An undefined option counts as omitted.
 * The code that uses an option checks its meaning.
 */
export function explainShapes(options: unknown): string | undefined {
  if (!isObject(options)) return '`createLink` takes one object of options: { store, publicUrl, hostUser, … }.'
  const given = Object.entries(options as object).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const shape = Object.hasOwn(shapes, name) ? shapes[name as keyof LinkOptions] : undefined
    if (shape === undefined) return explainUnknown(name)
    if (value instanceof Promise) return `\`${name}\` is a promise: await it first.`
    if (!shape.fits(value)) return `\`${name}\` must be ${shape.what}.`
  }
  const names = given.map(([name]) => name)
  const missing = Object.entries(shapes).find(([name, { isNeeded }]) => isNeeded && !names.includes(name))
  return missing && `\`${missing[0]}\` is missing. It must be ${missing[1].what}.`
}

function explainUnknown(name: string): string {
  const near = nearestName(name, Object.keys(shapes))
  const shown = /^\w{1,64}$/.test(name) ? `\`${name}\`` : 'One of those that were given'
  return `${shown} is not an option of \`createLink\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`
}
