import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatReport } from '../faults/formatReport.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = temporaryFolder()
const home = process.cwd()

beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(home)
})

test.each([
  ['README.md', 'test/example/page.tsx'],
  ['README.md', 'test/example/server.ts'],
  ['packages/wagmi/README.md', 'test/example/wagmi.ts'],
])('%s: the example is %s, word for word', (page, file) => {
  const readme = readFileSync(join(root, page), 'utf8')
  const block = new RegExp(`<!-- ${file} -->\n\`\`\`tsx?\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1]
  expect(block).toBe(readFileSync(join(root, file), 'utf8'))
  expect(block?.trim().split('\n').length).toBeLessThanOrEqual(20)
})

test.each(['linkedWallets', 'signIn', 'handoffPage'])(
  'README of react: the example is test/example/%s.tsx, word for word',
  (name) => {
    const readme = readFileSync(join(root, 'packages/react/README.md'), 'utf8')
    const block = new RegExp(`<!-- test/example/${name}.tsx -->\n\`\`\`tsx\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1]
    expect(block).toBe(readFileSync(join(root, `test/example/${name}.tsx`), 'utf8'))
  },
)

test('README of sign: the example of testing is a test, word for word', () => {
  const readme = readFileSync(join(root, 'packages/sign/README.md'), 'utf8')
  const block = /<!-- test\/exports\/testing\.test\.ts -->\n```ts\n([\s\S]*?)```/.exec(readme)?.[1]
  expect(block).toBe(readFileSync(join(root, 'test/exports/testing.test.ts'), 'utf8'))
})

test('the relay’s README P1 P2 P3 P4 P5 P6: prints the promises as the report has them', () => {
  const promisesIn = (text: string) => text.match(/^- \*\*P\d\*\* .*$/gm) ?? []
  const promises = promisesIn(formatReport([]))
  expect(promises).toHaveLength(6)
  expect(promisesIn(readFileSync(join(root, 'packages/relay/README.md'), 'utf8'))).toEqual(promises)
})

test('README: CI runs the two commands of "Prove it", and nothing else', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const command = /## Prove it\n```\n(.*)\n```/.exec(readme)?.[1]
  expect(command).toBe('npm ci && npm test')
  const lines = readFileSync(join(root, '.ci/run'), 'utf8').split('\n')
  const run = lines.filter((line) => line !== '' && !/^(#|set |cd )/.test(line))
  expect(run.join(' && ')).toBe(command)
})

test('README: it is a screen and a half, and begins with the lines that install', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(100)
  expect(lines.slice(0, 10).some((line) => line.startsWith('npm '))).toBe(true)
})

test('README: the server example issues a challenge only to a signed-in user', async () => {
  vi.stubEnv('PORT', '0')
  // Vitest restores them: @hono/node-server replaces them.
  vi.stubGlobal('Request', Request)
  vi.stubGlobal('Response', Response)
  const { app } = await import('../example/server.ts')
  const ask = (cookie: string) =>
    app.request('http://localhost:3000/link/challenges', {
      method: 'POST',
      headers: { cookie, origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'link', accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' }),
    })
  const answer = await ask('user=alice')
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    message: expect.stringContaining("'alice@app.example' on localhost:3000"),
  })
  expect((await ask('')).status).toBe(401)
})

test('the README of wagmi: the example is a configuration with our connector', async () => {
  const { config, linker } = await import('../example/wagmi.ts')
  expect(config.connectors.map(({ id }) => id)).toEqual(['hawser'])
  expect(await config.connectors[0]?.isAuthorized()).toBe(false)
  expect(linker.getState().flow.status).toBe('closed')
  linker.stop()
})
