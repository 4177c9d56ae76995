import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultRateLimits } from '@hawser/link'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/link-api.md'), 'utf8')
const tests = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && name !== 'documented.test.ts')
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

test.each([
  "app.mount('/link', (request) => link.fetch(request))",
  "app.use('/link', createNodeHandler(link))",
  "app.register(createFastifyPlugin(link), { prefix: '/api/link' })",
  'const { fetch: GET, fetch: POST, fetch: PATCH, fetch: DELETE, fetch: OPTIONS } = link',
  'link.fetch(withPeerAddress(request, ',
])('docs/link-api.md: %s is what a test here runs', (line) => {
  expect(page).toContain(line)
  expect(tests).toContain(line)
})

test('docs/link-api.md: the limits it names are the defaults, all of them', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, limit]) => [name, Number(limit)])
  expect(Object.fromEntries(rows)).toEqual(defaultRateLimits)
})

test('docs/link-api.md: its routes are those of the OpenAPI document', () => {
  const document: { paths: Record<string, object> } = JSON.parse(
    readFileSync(join(root, 'packages/link/openapi.json'), 'utf8'),
  )
  const named = [...page.matchAll(/^\| `([A-Z]+) ([^`?]+)/gm)].map(([, method, path]) => `${method} ${path}`)
  const inDocument = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path.replace('{id}', ':id')}`),
  )
  expect([...new Set(named)].sort()).toEqual(inDocument.sort())
})
