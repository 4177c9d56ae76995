import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@hawser/test-kit/freePort'
import { build } from 'vite'
import { readCpuMicros } from '../relay/processFigures.ts'
import { cores } from '../relay/startProgram.ts'
import type { LoadTask } from './load.ts'

const root = resolve(import.meta.dirname, '../..')
const outDir = join(root, '.cache/bench/registry')
const entries = {
  service: join(root, 'packages/registry/src/main.ts'),
  floor: join(import.meta.dirname, 'floor.ts'),
  load: join(import.meta.dirname, 'load.ts'),
}
export type Programs = Readonly<Record<keyof typeof entries, string>>

/** Builds what is measured, as it is shipped: a loader would be in its memory and around its functions. */
export async function buildPrograms(): Promise<Programs> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', 'node'] },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions: ['@hawser/source', 'node'] } },
    build: {
      ...{ outDir, emptyOutDir: true, target: 'node20', minify: false },
      ssr: true,
      rolldownOptions: { input: entries },
    },
  })
  return { service: join(outDir, 'service.js'), floor: join(outDir, 'floor.js'), load: join(outDir, 'load.js') }
}

/** A server that answers. `readyMs`: from its start until it did. */
export type Server = { readonly pid: number; readonly port: number; readonly readyMs: number; stop(): Promise<void> }
export type ServerName = 'ours' | 'nginx' | 'floor'

const running = new Set<ChildProcess>()
// Whatever ends this process ends what it started.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Starts a server on a bundle's folder, on one core. */
export async function startServer(name: ServerName, programs: Programs, folder: string): Promise<Server> {
  if (name === 'floor') return startNode([programs.floor, folder], '/')
  if (name === 'ours') {
    const flags = ['--bundle', folder, '--port', '0', '--log-level', 'error']
    return startNode([programs.service, 'serve', ...flags], '/readyz')
  }
  const port = await freePort()
  const conf = join(folder, 'nginx.conf')
  writeFileSync(conf, nginxConf(folder, port))
  mkdirSync(join(folder, 'nginx'), { recursive: true })
  return startOn(spawnOn('nginx', ['-c', conf, '-e', 'stderr']), Promise.resolve(port), '/v1/manifest.json')
}

/** It prints the address it took, at once or when it is ready. */
function startNode(args: readonly string[], readyPath: string): Promise<Server> {
  const child = spawnOn(process.execPath, args)
  return startOn(child, portOf(child), readyPath)
}

function spawnOn(command: string, args: readonly string[]): ChildProcess {
  const child = spawn('taskset', ['-c', cores.servers, command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function portOf(child: ChildProcess): Promise<number> {
  let text = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk)
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
    if (port === undefined) continue
    // Read on, or the program would wait for somebody to.
    child.stdout?.resume()
    return Number(port)
  }
  throw new Error('A server ended early.')
}

async function startOn(child: ChildProcess, portGiven: Promise<number>, readyPath: string): Promise<Server> {
  const startedAt = performance.now()
  const port = await portGiven
  await answersOn(`http://127.0.0.1:${port}${readyPath}`)
  return {
    pid: child.pid ?? 0,
    port,
    readyMs: performance.now() - startedAt,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until a server has done what it does after its start: compressing files, giving back what reading them took. */
export async function rest({ pid }: Server): Promise<void> {
  for (let turn = 0, quiet = 0; turn < 600 && quiet < 4; turn += 1) {
    const before = readCpuMicros([pid])
    await sleep(500)
    quiet = readCpuMicros([pid]) - before < 20_000 ? quiet + 1 : 0
  }
}

async function answersOn(url: string): Promise<void> {
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    )
    if (status !== 0 && status < 500) return
    await sleep(10)
  }
  throw new Error(`Nothing answered at ${url}.`)
}

/** Runs the load on the other core, to its end, and reads what it measured. */
export async function runLoad(programs: Programs, task: LoadTask): Promise<unknown> {
  const child = spawn('taskset', ['-c', cores.load, process.execPath, programs.load], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.stdin.end(JSON.stringify(task))
  const ended = once(child, 'exit')
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  const [code, signal] = await ended
  if (code !== 0) throw new Error(`The load ended early: ${signal ?? `exit code ${code}`}.`)
  return JSON.parse(text)
}

/** One worker, files by sendfile, no log: as fast as nginx gives out files. */
function nginxConf(folder: string, port: number): string {
  return `daemon off;
master_process off;
pid ${join(folder, 'nginx/pid')};
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10000 inactive=1h;
  open_file_cache_valid 1h;
  types { application/json json; application/octet-stream bin; }
  client_body_temp_path ${join(folder, 'nginx/body')};
  proxy_temp_path ${join(folder, 'nginx/proxy')};
  fastcgi_temp_path ${join(folder, 'nginx/fastcgi')};
  uwsgi_temp_path ${join(folder, 'nginx/uwsgi')};
  scgi_temp_path ${join(folder, 'nginx/scgi')};
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`
}
