import { readFileSync } from 'node:fs'
import { manifestLimits } from '@hawser/wire'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestBundle, paintedListing, pictureId } from '../bundle/testBundle.fixture.ts'
import { createRegistry } from './createRegistry.ts'

const bundle = createTestBundle()
const registry = createRegistry({ bundle, publicUrl: 'https://registry.example' })
const get = (path: string) => registry.fetch(new Request(`http://registry.example${path}`))
const written = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: z.json() })).optional(),
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.json()) })).optional() }),
  ),
})
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  components: z.object({ schemas: z.record(z.string(), z.json()) }),
  paths: z.record(z.string(), z.object({ get: operation })),
})
const document = documentSchema.parse(JSON.parse(written))

/** Reads a schema of the document as a JSON Schema whose references lead into the document. */
function readSchema(schema: Record<string, unknown>): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
}

/** The paths of the document, with an existing value for each param. */
const pathsOf = (path: string): readonly string[] => {
  const { manifest } = bundle
  if (path === '/v1/pages/{hash}.json') return manifest.pages.map((hash) => path.replace('{hash}', hash))
  if (path === '/v1/digests/{hash}.bin') return [path.replace('{hash}', manifest.digests)]
  if (path === '/v1/images/{hash}.json') return [path.replace('{hash}', manifest.images ?? '')]
  if (path === '/v1/images/{imageId}/{file}') return [`/v1/images/${pictureId}/sm.png`]
  return path.endsWith('{id}') ? bundle.listings.map(({ id }) => path.replace('{id}', id)) : [path]
}

test('openapi.json matches the schemas: run writeOpenApi.ts of registry after a change', async () => {
  const answer = await get('/v1/openapi.json')
  expect(await answer.json()).toEqual(JSON.parse(written))
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
})

test('openapi.json: has every route of the service, and every path of it is answered', async () => {
  // `listenRegistry` answers `/readyz`, because it knows when it is about to stop.
  const paths = Object.keys(document.paths).filter((path) => path !== '/readyz')
  expect(paths.length).toBeGreaterThan(18)
  for (const path of paths)
    for (const each of pathsOf(path).slice(0, 3)) expect([each, (await get(each)).status]).toEqual([each, 200])
})

test.each(Object.keys(document.paths).filter((path) => path !== '/readyz'))(
  'openapi.json: real answers of %s match it',
  async (path) => {
    const responses = document.paths[path]?.get.responses ?? {}
    const content = responses['200']?.content ?? {}
    for (const each of pathsOf(path)) {
      const answer = await get(each)
      const type = answer.headers.get('Content-Type')?.split(';', 1)[0] ?? ''
      expect(Object.keys(content)).toContain(type)
      const { schema = {} } = content[type] ?? {}
      if (type === 'application/json') readSchema(schema).parse(await answer.json())
    }
    const refused = await get(`${pathsOf(path)[0]}?nonsense=1`)
    if (path === '/healthz') return
    expect(refused.status).toBe(400)
    const error = document.components.schemas.Error
    readSchema(z.record(z.string(), z.json()).parse(error)).parse(await refused.json())
  },
)

test('openapi.json: the check finds an answer that does not match it', () => {
  const page = document.paths['/v1/wallets']?.get.responses['200']?.content?.['application/json']?.schema ?? {}
  const schema = readSchema(page)
  const good = { id: 'a', name: 'A', image_id: null, homepage: null, app: {}, chains: [], rdns: null }
  const links = { native: null, universal: null }
  const listing = { ...good, mobile: links, desktop: links }
  const answer = { listings: [listing], total: 1, page: 1, version: 1 }
  expect(schema.safeParse(answer).success).toBe(true)
  for (const bad of [
    { ...answer, more: 1 },
    { ...answer, total: -1 },
    { ...answer, listings: [{ ...listing, id: 'A b' }] },
    { ...answer, listings: [{ ...listing, mobile: { native: null } }] },
    { ...answer, listings: [{ ...listing, more: 1 }] },
    { ...answer, listings: Array.from({ length: manifestLimits.pageEntries + 1 }, () => listing) },
  ])
    expect(schema.safeParse(bad).success).toBe(false)
})

test('openapi.json: a param outside of its bounds is refused, one within them is not', async () => {
  const params = document.paths['/v1/wallets']?.get.parameters ?? []
  expect(params.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['page', 'entries', 'search', 'chains', 'platform', 'include', 'exclude', 'recommended']),
  )
  for (const { name, schema } of params) {
    const bounds = z.object({ maximum: z.number().optional(), maxLength: z.number().optional() }).parse(schema)
    const values =
      bounds.maximum !== undefined
        ? [`${bounds.maximum}`, `${bounds.maximum + 1}`]
        : bounds.maxLength !== undefined
          ? ['a'.repeat(bounds.maxLength), 'a'.repeat(bounds.maxLength + 1)]
          : []
    for (const [at, value] of values.entries())
      expect([name, at, (await get(`/v1/wallets?${name}=${value}`)).status]).toEqual([name, at, at === 0 ? 200 : 400])
  }
  expect((await get(`/v1/wallets/${paintedListing.id}`)).status).toBe(200)
})
