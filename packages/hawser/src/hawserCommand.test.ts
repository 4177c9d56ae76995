import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, describe, expect, test } from 'vitest'

const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
})

/** Starts `hawser` as it is installed, in a process of its own. */
function start(args: readonly string[], options: { readonly loaded?: string; readonly cwd?: string } = {}) {
  const loaded = options.loaded === undefined ? [] : ['--import', options.loaded]
  const program = programFile(join(import.meta.dirname, 'main.ts'))
  const child = spawn(process.execPath, ['--disable-proto=delete', ...loaded, program, ...args], {
    cwd: options.cwd ?? import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(stdout)
        if (found !== null) resolve(found)
      }
      child.stdout.on('data', look)
      look()
      void ended.then(() => reject(new Error(`ended: ${stdout}${stderr}`)))
    })
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  return { child, ended, printed }
}

describe('hawser', () => {
  test('one tree: the help lists the commands, and each shows its own help', async () => {
    const all = await start(['--help']).ended
    expect(all).toMatchObject({ code: 0, stderr: '' })
    const names = [...all.stdout.matchAll(/^ {2}([a-z]+) +\S.*$/gm)].map(([, name = '']) => name)
    expect(names).toEqual(['start', 'doctor', 'relay', 'registry', 'link'])
    const helps = await Promise.all(names.map((name) => start([name, '--help']).ended))
    for (const [index, { code, stdout }] of helps.entries()) {
      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`^Usage: hawser ${names[index]} `))
    }
    for (const line of [all, ...helps].flatMap(({ stdout }) => stdout.split('\n')))
      expect(line.length).toBeLessThanOrEqual(100)
  })

  test('--version is the package’s', async () => {
    const manifest: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    expect(await start(['--version']).ended).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  test('names a misspelt command, with exit code 2', async () => {
    const { code, stderr } = await start(['relais']).ended
    expect(code).toBe(2)
    expect(stderr).toBe('hawser: There is no such command. Did you mean relay? See hawser --help.\n')
  })
})

describe('hawser start', () => {
  test('runs a relay and a registry, prints the lines for createLinker, and stops', async () => {
    const cwd = temporaryFolder()
    const { child, ended, printed } = start(['start', '--port', '0'], { cwd })
    const [, relay = '', registry = ''] = await printed(
      /createLinker\(\{\n {4}relay: \{ url: '(ws:\S+)' \},\n {4}registry: \{ url: '(http:\S+)' \},/,
    )
    expect(await (await fetch(`${relay.replace('ws:', 'http:')}/healthz`)).text()).toBe('ok')
    expect(await (await fetch(`${registry}/v1/wallets?search=metamask`)).json()).toMatchObject({ total: 1 })
    expect(existsSync(join(cwd, '.hawser/relay.sqlite'))).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0 })
  })

  test('a server that cannot start stops the other, and sets the exit code', async () => {
    const taken = createServer()
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      // The port of the registry is taken.
      const { ended } = start(['start', '--port', String(port - 1), '--data', temporaryFolder()])
      expect(await ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/hawser registry.*taken/) })
    } finally {
      taken.close()
    }
  })
})
