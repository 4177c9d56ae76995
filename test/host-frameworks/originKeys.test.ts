import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createNodeHandler } from '@hawser/link/node'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { parseOriginKeys } from '@hawser/wire'
import express from 'express'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMountedLink } from './mountLink.ts'

const path = '/.well-known/hawser-origin.json'
const originStatements = { secret: new Uint8Array(32).fill(2) }

async function check(answer: Response): Promise<void> {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(parseOriginKeys(await answer.json())).toHaveLength(1)
}

test('T-31: Hono and Express publish the keys as docs/link-api.md says', async () => {
  const link = await createMountedLink({ originStatements })
  const hono = new Hono()
  {
    const app = hono
    app.get('/.well-known/hawser-origin.json', () => link.originKeys())
  }
  await check(await hono.request(path))

  const app = express()
  app.use('/.well-known/hawser-origin.json', createNodeHandler({ fetch: async () => link.originKeys() }))
  await check(await fetch((await serveOnLoopback(app)) + path))

  const page = readFileSync(resolve(import.meta.dirname, '../../docs/link-api.md'), 'utf8')
  const own = readFileSync(import.meta.filename, 'utf8')
  const lines = [...page.matchAll(/app\.\w+\('\/\.well-known\/hawser-origin\.json',.*\)\)?(?=`| \/\/)/g)].map(
    ([line]) => line,
  )
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(own).toContain(line)
})
