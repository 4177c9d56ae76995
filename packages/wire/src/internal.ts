/**
 * Readers for input of an unknown shape, which Hawser's packages share and no app needs. No version promises them.
 * @module
 * @internal
 */
export { nearestName } from './nearestName.ts'
export { parseUrl } from './parseUrl.ts'
export { asInteger, asObject, asString, asStrings, field } from './read.ts'
export { decodeUtf8 } from './utf8.ts'
