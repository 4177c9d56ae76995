import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './freePort.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** Runs nginx with a site of one of our examples until the test ends; resolves to a reader of its logs. */
export async function startNginx(site: string): Promise<(log: string) => string> {
  const folder = temporaryFolder()
  for (const name of ['logs', 'tmp', 'cache']) mkdirSync(join(folder, name))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'tmp', name)};`,
  )
  const here = site
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    // Keeps the last part of the path: nginx creates that folder, but none above it.
    .replaceAll('/var/cache/', `${join(folder, 'cache')}/`)
    .replaceAll('/var/log/nginx/', `${join(folder, 'logs')}/`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const conf = join(folder, 'nginx.conf')
  writeFileSync(
    conf,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/main.log emerg;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')} ${here} }`,
  )
  execFileSync('nginx', ['-t', '-c', conf, '-e', 'stderr'], { stdio: 'pipe' })
  const nginx = spawn('nginx', ['-c', conf, '-e', 'stderr'], { stdio: 'ignore' })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  // `nginx -t` leaves an empty file; an nginx that listens writes its process id.
  await expect.poll(() => readFileSync(join(folder, 'pid'), 'utf8').trim(), { timeout: 20_000 }).toBe(String(nginx.pid))
  return (log) => readFileSync(join(folder, 'logs', log), 'utf8')
}

/** Runs the example of a server's package in front of that server's port, over TLS with a certificate made here. */
export async function startTlsNginx(server: { readonly name: 'relay' | 'registry'; readonly port: number }) {
  const folder = temporaryFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', `/CN=${server.name}.example`, '-days', '1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' })
  const ports = { tls: await freePort(), plain: await freePort() }
  const readLog = await startNginx(
    readFileSync(join(import.meta.dirname, `../../packages/${server.name}/deploy/nginx.conf`), 'utf8')
      .replace('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
      .replace('listen 80', `listen 127.0.0.1:${ports.plain}`)
      .replace(`server 127.0.0.1:${server.name === 'relay' ? 4402 : 4403}`, `server 127.0.0.1:${server.port}`)
      .replace(/\/etc\/nginx\/tls\/\S+\.pem/, certificate)
      .replace(/\/etc\/nginx\/tls\/\S+\.key/, key),
  )
  return {
    ...ports,
    log: () => ['access', 'error'].map((kind) => readLog(`hawser-${server.name}.${kind}.log`)).join('\n'),
  }
}
