import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi'
import { manifestLimits, registryPaths } from '@hawser/wire'
import { z } from './routes/documentedZod.ts'
import { listingSchema } from './routes/listingSchema.ts'
import type { Route } from './routes/route.ts'

/** The document's description of the registry as a whole. `version` is that of the API, not of the package. */
const about = {
  openapi: '3.1.0',
  info: {
    title: 'Hawser registry',
    version: '1.0.0',
    description:
      'Which wallets exist and how to open them. Answers may be read by any page, without credentials. The files under /v1 are signed and served alike by any static server; the other paths are for search, and for clients of other registries.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  tags: [
    { name: 'wallets', description: 'Our own API.' },
    { name: 'bundle', description: 'The signed files.' },
    { name: 'compatible', description: 'As clients of other registries ask and read.' },
    { name: 'document', description: 'This document.' },
    { name: 'operation', description: 'For whoever runs it.' },
  ],
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const manifest = z
  .strictObject({
    manifest: z.string().openapi({ description: 'JSON text, as it is signed.' }),
    signature: z.string().optional().openapi({ description: 'ed25519, base64url.' }),
    publicKey: hash.optional(),
  })
  .openapi('SignedManifest')

/** Paths without a route: files of the bundle, and paths for a balancer. */
const others: readonly RouteConfig[] = [
  file(registryPaths.manifest, 'The signed manifest.', 'application/json', manifest),
  file(
    registryPaths.page('{hash}'),
    'A page of listings.',
    'application/json',
    z.strictObject({ listings: z.array(listingSchema).max(manifestLimits.pageEntries) }),
  ),
  file(registryPaths.digests('{hash}'), 'The digests of all listings.', 'application/octet-stream', z.any()),
  file(
    registryPaths.imageDigests('{hash}'),
    'The hashes of all images.',
    'application/json',
    z.object({ images: z.any() }),
  ),
  file('v1/images/{imageId}/{file}', 'An image: sm, md or lg, as webp or png.', 'image/png', z.any()),
  word('/healthz', 'The process lives.'),
  word('/readyz', 'It takes requests; 503 when it is about to stop.'),
]

/** The OpenAPI 3.1 document of the routes, as JSON text. packages/registry/openapi.json is a copy of it. */
export function formatOpenApi(routes: readonly Pick<Route, 'document'>[]): string {
  const documents = new OpenAPIRegistry()
  for (const document of [...routes.map((route) => route.document), ...others]) documents.registerPath(document)
  return JSON.stringify(new OpenApiGeneratorV31(documents.definitions).generateDocument(about))
}

function file(path: string, summary: string, type: string, schema: z.ZodType): RouteConfig {
  const names = [...path.matchAll(/\{(\w{1,16})\}/g)].map(([, name = '']) => name)
  const params =
    names.length === 0 ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }
  return {
    method: 'get',
    path: `/${path}`,
    tags: ['bundle'],
    summary,
    request: params,
    responses: { 200: { description: 'Found.', content: { [type]: { schema } } } },
  }
}

function word(path: string, summary: string): RouteConfig {
  const content = { 'text/plain': { schema: z.string() } }
  return {
    method: 'get',
    path,
    tags: ['operation'],
    summary,
    responses: { 200: { description: 'So it is.', content } },
  }
}
