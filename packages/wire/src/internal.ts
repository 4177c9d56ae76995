/**
 * Readers for input of an unknown shape. Hawser's packages share them, and no app needs them: any version can change them.
 * @module
 * @internal
 */
export { nearestName } from './nearestName.ts'
export { parseUrl } from './parseUrl.ts'
export { asInteger, asObject, asString, asStrings, field } from './read.ts'
export { decodeUtf8 } from './utf8.ts'
