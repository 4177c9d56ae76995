import { isChainId, isListingId, isNamespace, listingLimits } from '@hawser/wire'
import { type Platform, platforms as platformNames } from '../../search/platform.ts'
import { z } from './documentedZod.ts'

// The schemas of params. The text `allowed` follows the param's name in the error for other values, and never repeats
// the input.

/** The most ids in one list: as many as a page has listings. */
export const maxIds = listingLimits.maxEntries

const maxListLength = 8_000

/** A param that is a whole number. */
export function wholeNumber(bounds: { readonly min: number; readonly max: number; readonly default: number }) {
  const { min, max } = bounds
  const allowed = `is a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,7}$/, allowed)
    .transform(Number)
    .pipe(z.number().min(min, allowed).max(max, allowed))
    .default(bounds.default)
    .openapi({ type: 'integer', minimum: min, maximum: max, default: bounds.default })
}

/** A param that is a list of texts between commas, without duplicates. */
export function listOf<Item extends string>(
  isItem: (text: string) => text is Item,
  options: { readonly allowed: string; readonly description: string; readonly max: number },
) {
  const { allowed, description, max } = options
  const item = z.string().refine(isItem, allowed)
  return z
    .string()
    .max(maxListLength, allowed)
    .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
    .pipe(z.array(item).max(max, allowed))
    .transform((items) => items.filter(isItem))
    .default([])
    .openapi({ type: 'string', description })
}

export const page = wholeNumber({ min: 1, max: 1_000_000, default: 1 }).openapi({
  description: 'Which page. One past the last is empty.',
})

export function entries(byDefault: number = listingLimits.pageSize) {
  return wholeNumber({ min: 1, max: listingLimits.maxEntries, default: byDefault }).openapi({
    description: 'Wallets of a page.',
  })
}

const searchAllowed = `has up to ${listingLimits.searchLength} characters.`
export const search = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().max(listingLimits.searchLength, searchAllowed))
  .default('')
  .openapi({
    type: 'string',
    maxLength: listingLimits.searchLength,
    description: 'Words of a name, an rdns or the host of a homepage, in any script; a typo does not matter.',
  })

export const chains = listOf((text): text is string => isNamespace(text) || isChainId(text), {
  allowed: `holds up to ${maxIds} CAIP-2 chain ids.`,
  description: 'CAIP-2 chain ids or namespaces between commas: wallets that serve at least one of them.',
  max: maxIds,
})

export function ids(description: string) {
  return listOf((text): text is string => isListingId(text), {
    allowed: `holds up to ${maxIds} ids of a-z, 0-9 and "-".`,
    description: `${description} Ids between commas.`,
    max: maxIds,
  })
}

export const platforms = listOf((text): text is Platform => platformNames.some((name) => name === text), {
  allowed: `holds names of platforms: ${platformNames.join(', ')}.`,
  description: `Wallets that can be had or opened on at least one of: ${platformNames.join(', ')}. Names between commas.`,
  max: platformNames.length,
})

/** An id as a part of a path. No other text is an id. */
export const listingId = z.string().regex(/^[a-z0-9-]{1,64}$/)
