import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@hawser/test-kit/freePort'
import { readCpuMicros } from '../relay/processFigures.ts'
import { type Program, startNode, startOnPort } from '../relay/startProgram.ts'

/** The programs under measurement, and the load that measures them. */
export const programs = {
  service: 'packages/registry/src/main.ts',
  floor: 'bench/registry/floor.ts',
  load: 'bench/registry/load.ts',
}
type Programs = Readonly<Record<keyof typeof programs, string>>

/** A server that has answered. `readyMs` is the time from its start to its first answer. */
export type Server = Program & { readonly port: number; readonly readyMs: number }
export type ServerName = 'ours' | 'nginx' | 'floor'

/**
 * Starts a server on a bundle's folder, on one core.
 * @param headers - the headers that the floor sends
 */
export async function startServer(
  name: ServerName,
  built: Programs,
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const startedAt = performance.now()
  const server = await start(name, built, folder, headers)
  await answersOn(`http://127.0.0.1:${server.port}${name === 'ours' ? '/readyz' : '/v1/manifest.json'}`)
  return { ...server, readyMs: performance.now() - startedAt }
}

/** Reads the headers of an answer, without those that Node adds and the length of the body. */
export async function readHeaders(url: string): Promise<Readonly<Record<string, string>>> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
  const left = new Set(['connection', 'content-length', 'date', 'keep-alive'])
  return Object.fromEntries([...headers].filter(([name]) => !left.has(name)))
}

async function start(
  name: ServerName,
  built: Programs,
  folder: string,
  headers: Readonly<Record<string, string>>,
): Promise<Program & { readonly port: number }> {
  if (name === 'floor') return startNode([built.floor, folder, JSON.stringify(headers)], [])
  const flags = ['--bundle', folder, '--port', '0', '--log-level', 'error']
  if (name === 'ours') return startNode([built.service, 'serve', ...flags], [])
  const port = await freePort()
  const conf = join(folder, 'nginx.conf')
  writeFileSync(conf, nginxConf(folder, port))
  mkdirSync(join(folder, 'nginx'), { recursive: true })
  return { ...(await startOnPort('nginx', ['-c', conf, '-e', 'stderr'], port)), port }
}

/**
 * Waits until a server has finished its start-up work, such as compressing files and freeing the memory that reading them took.
 */
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

/** One worker, sendfile and no log: nginx's fastest set-up for files. */
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
