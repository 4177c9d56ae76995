import { z } from './documentedZod.ts'

const nullableText = z.string().nullable()
const links = z
  .strictObject({
    native: nullableText.openapi({
      description:
        'Scheme and what follows, to which `wc?uri=…` is added; or a whole link whose last param is empty, or that has `{uri}`.',
    }),
    universal: nullableText.openapi({ description: 'The same as an https address.' }),
  })
  .openapi('Links')
const browserLink = z
  .strictObject({
    template: z
      .string()
      .openapi({ description: 'An address with one place for that of the page, such as `{urlEncoded}`.' }),
    confidence: z.enum(['high', 'medium', 'low']),
  })
  .openapi('BrowserLink')
const browser = z
  .strictObject({
    ios: browserLink.optional(),
    android: browserLink.optional(),
    namespaces: z.array(z.string()).openapi({ description: 'For which that browser gives pages a provider.' }),
    parameters: z
      .record(z.string(), z.string())
      .optional()
      .openapi({ description: 'What stands for `{chain}`, by namespace.' }),
  })
  .openapi('BrowserLinks')
const storeNames = [
  ...(['ios', 'android', 'chrome', 'firefox', 'edge', 'opera', 'safari'] as const),
  ...(['mac', 'windows', 'linux', 'browser'] as const),
] as const
const eachStore = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject(Object.fromEntries(storeNames.map((name) => [name, schema])))

const facts = {
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: z.string().max(64),
  homepage: nullableText,
  mobile: links,
  desktop: links,
  chains: z.array(z.string()).openapi({ description: 'CAIP-2 chain ids, or namespaces: all chains of it.' }),
  browser: browser
    .optional()
    .openapi({ description: 'How a page opens in the wallet’s own browser. Absent where not known.' }),
  rdns: nullableText.openapi({ description: 'By which a browser extension announces itself (EIP-6963).' }),
  other_rdns: z.array(z.string()).optional().openapi({ description: 'Further rdns of the same wallet.' }),
  relays: z
    .array(z.string())
    .optional()
    .openapi({ description: 'Relays of the operator’s own that the wallet listens on. Absent where there are none.' }),
}

/** A listing as `formatListing` of @hawser/wire writes it: the form that the signed digests cover. */
export const listingSchema = z
  .strictObject({
    ...facts,
    image_id: nullableText.openapi({ description: 'Of the files under /v1/images. null: the wallet has no artwork.' }),
    app: eachStore(z.string().optional()),
  })
  .openapi('Listing')

const order = z.int().min(1).openapi({ description: 'The place among all that match, from 1.' })
const noInjected = z.null().openapi({ description: 'Which property of window a wallet sets is not listed here.' })
const storedApp = eachStore(nullableText).openapi('Stores')

/** A listing as clients of the Explorer read it. */
export const explorerListingSchema = z
  .strictObject({ ...facts, image_id: nullableText, app: storedApp, order, injected: noInjected })
  .openapi('ExplorerListing')

const imageUrls = z.strictObject({ sm: z.string(), md: z.string(), lg: z.string() })
const metadata = z.strictObject({
  shortName: z.string(),
  colors: z.strictObject({ primary: z.string(), secondary: nullableText }),
})

/** A listing as clients of the cloud explorer, and of the registry before it, read it. */
export const cloudListingSchema = z
  .strictObject({
    ...facts,
    image_id: z.string(),
    image_url: imageUrls,
    app: storedApp,
    metadata,
    injected: noInjected,
    sdks: z.array(z.string()),
    versions: z.array(z.string()),
    app_type: z.literal('wallet'),
  })
  .openapi('CloudListing')

/** A listing as AppKit reads it. */
export const appKitListingSchema = z
  .strictObject({
    id: facts.id,
    name: facts.name,
    homepage: nullableText,
    image_id: z.string(),
    image_url: z.string(),
    order,
    chains: facts.chains,
    rdns: nullableText,
    mobile_link: nullableText,
    desktop_link: nullableText,
    webapp_link: nullableText,
    link_mode: nullableText,
    app_store: nullableText,
    play_store: nullableText,
    chrome_store: nullableText,
    injected: noInjected,
    badge_type: z.null(),
    supports_wc: z.boolean(),
  })
  .openapi('AppKitListing')

export const total = z.int().min(0).openapi({ description: 'Of all pages.' })
