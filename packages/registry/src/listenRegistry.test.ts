import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createRegistry, createUnsignedBundle, listenRegistry, loadListings, PortTakenError } from './index.ts'

const local = { port: 0, host: '127.0.0.1' }

test('listenRegistry: serves, refuses a taken port with a code, stops', async () => {
  const registry = createRegistry({ bundle: createUnsignedBundle(loadListings()) })
  const running = await listenRegistry(registry, local)
  const response = await fetch(`${running.url}/w3m/v1/getAllListings?entries=1`)
  expect(await response.json()).toMatchObject({ total: loadListings().length, page: 1 })
  await expect(listenRegistry(registry, { ...local, port: running.port })).rejects.toThrow(PortTakenError)
  await running.stop()
  await expect(fetch(running.url)).rejects.toThrow()
})

function runCli(args: readonly string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@hawser/source', main, ...args])
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const exit = once(child, 'close').then(([code]): unknown => code)
  return { child, exit, output: () => output }
}

test('hawser-registry: prints its address, stops on SIGINT with exit code 0', { timeout: 20_000 }, async () => {
  const cli = runCli(['--port', '0'])
  await Promise.race([once(cli.child.stdout, 'data'), cli.exit])
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(cli.output())?.[0]
  expect(url).toBeDefined()
  expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok')
  cli.child.kill('SIGINT')
  expect(await cli.exit).toBe(0)
})

test('hawser-registry: one clear line and exit code 1 on a bad option and a taken port', {
  timeout: 20_000,
}, async () => {
  const running = await listenRegistry(createRegistry({ bundle: createUnsignedBundle([]) }), local)
  const runs = [
    runCli(['--port', '70000']),
    runCli(['--nonsense']),
    runCli(['--port', '-1']),
    runCli(['--port', String(running.port)]),
  ]
  for (const run of runs) {
    expect(await run.exit).toBe(1)
    expect(run.output()).toMatch(/^hawser-registry: [^\n]+\n$/)
  }
  await running.stop()
})
