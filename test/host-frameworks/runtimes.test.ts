import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { checkHandoff } from './handoffChecks.ts'
import { checkBodies, checkHostileForms, checkWholeLink, createSend } from './mountChecks.ts'

/**
 * The folder where scripts/test.ts installs Bun, Deno and Next.js. It is no workspace, because nothing else needs their 500 MB.
 */
const runtimes = resolve(import.meta.dirname, '../runtimes')
const modules = join(runtimes, 'node_modules')
const packages = resolve(import.meta.dirname, '../../packages')
// No runtime may contact its vendor.
const silent = { NEXT_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' }
const fromSource = '--conditions=@hawser/source'

/** Runs a server until the test ends. Resolves to the port in its output. */
async function serve(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...silent, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /(?:listening on |127\.0\.0\.1:)(\d+)$/.exec(line.trim())?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error(`${command} ended before it listened.`)
}

async function checkMount(base: string): Promise<void> {
  const send = createSend(base)
  await checkHostileForms(send)
  await checkWholeLink(send)
  await checkBodies(send)
  await checkHandoff(base)
}

/** Returns the program in its package for this machine, without the launcher that would start it as a child process. */
function findProgram(scope: string, path: string): string | undefined {
  const folder = join(modules, scope)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.map((name) => join(folder, name, path)).find((file) => existsSync(file))
}

/** Builds packages as they are published, so that an app can import them. */
function installPackages(app: string, names: readonly string[]): void {
  for (const name of names) {
    const source = join(packages, name)
    const target = join(app, 'node_modules/@hawser', name)
    cpSync(join(source, 'package.json'), join(target, 'package.json'))
    // The output of `npm run build`, with which every test run begins.
    cpSync(join(source, 'dist'), join(target, 'dist'), { recursive: true })
  }
}

test('Bun: the whole API, bodies and T-52 in the real runtime', { timeout: 120_000 }, async () => {
  const file = join(temporaryFolder(), 'links.sqlite')
  // Where install scripts are allowed, Bun's installer has moved the program.
  const bun = findProgram('@oven', 'bin/bun') ?? join(modules, 'bun/bin/bun.exe')
  const port = await serve(bun, [fromSource, 'bun.ts', file], runtimes)
  await checkMount(`http://127.0.0.1:${port}/link`)
})

test('Deno: the whole API, bodies and T-52 in the real runtime', { timeout: 120_000 }, async () => {
  const file = join(temporaryFolder(), 'links.sqlite')
  const deno = findProgram('@deno', 'deno') ?? 'deno'
  const port = await serve(deno, ['run', fromSource, '--no-remote', '-A', 'deno.ts', file], runtimes)
  await checkMount(`http://127.0.0.1:${port}/link`)
})

// The build alone takes half a minute.
if (isNight)
  test('Next.js: the whole API, bodies and T-52 through route handlers of a built app', {
    timeout: 240_000,
  }, async () => {
    // In a copy, because Next.js writes into the app's folder; next to the original, because Next.js looks for packages from
    // there.
    const app = mkdtempSync(join(runtimes, 'next-app-'))
    onTestFinished(() => rmSync(app, { recursive: true, force: true }))
    cpSync(join(runtimes, 'next'), app, { recursive: true })
    // Next.js leaves server packages to Node, which loads them as published.
    installPackages(app, ['wire', 'link'])
    const env = { LINK_FILE: join(temporaryFolder(), 'links.sqlite') }
    const next = join(modules, 'next/dist/bin/next')
    const output = execFileSync(process.execPath, [next, 'build'], {
      cwd: app,
      env: { ...process.env, ...silent, ...env },
      encoding: 'utf8',
    })
    expect(output).toContain('/api/link/[...path]')
    // The build imports the route, on a machine without data.
    expect(existsSync(env.LINK_FILE)).toBe(false)
    const port = await serve(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', '0'], app, env)
    await checkMount(`http://127.0.0.1:${port}/api/link`)
  })
