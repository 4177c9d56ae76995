/**
 * Readers for input of an unknown shape, which Hawser's packages share and no app needs. They are not part of the promise of a version.
 * @module
 * @internal
 */
export { nearestName } from './nearestName.ts'
export { parseUrl } from './parseUrl.ts'
export { asInteger, asObject, asString, asStrings, field } from './read.ts'
export { decodeUtf8 } from './utf8.ts'
