import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { createStack } from '../../apps/stack/src/createStack.ts'
import { freePorts } from '../browser/processes/runProcess.ts'
import { root } from '../docs/titles.ts'

/** Runs the command as npm installs it: the build output, in its own process. */
function runDoctor(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly code: number; readonly out: string; readonly error: string }>((resolve) => {
    const env = { ...process.env, ...environment }
    const file = programFile('packages/hawser/src/main.ts')
    execFile(process.execPath, [file, 'doctor', '--timeout', '60', ...args], { env }, (failure, out, error) =>
      resolve({ code: failure === null ? 0 : Number(failure.code), out, error }),
    )
  })
}

/** Serves what `npm start` serves, except for scripts and styles, which these tests do not request. */
async function startStack() {
  const folder = temporaryFolder()
  const pages = { host: join(folder, 'host'), wallet: join(folder, 'wallet') }
  for (const [app, page] of Object.entries(pages)) {
    mkdirSync(page)
    writeFileSync(join(page, 'index.html'), readFileSync(join(root, 'apps', app, 'index.html')))
  }
  const port = await freePorts()
  const stack = await createStack({ port, host: '127.0.0.1', dataDir: join(folder, 'data'), pages })
  onTestFinished(() => stack.stop())
  return stack.addresses
}

test('doctor: the stack of npm start is good, by the installed command', async () => {
  const { host, relay, registry } = await startStack()
  const { code, out, error } = await runDoctor([host])
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toContain('Nothing is wrong.')
  for (const check of ['page', 'options', 'relay', 'clock', 'registry', 'link', 'cookies', 'policy', 'handoff'])
    expect(out).toMatch(new RegExp(`^✓ ${check} `, 'm'))
  expect(out).toMatch(/This page reaches \d+ of \d+ wallets/)
  expect(out).toContain(relay)
  expect(out).toContain(registry)

  const json = await runDoctor([host, '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ page: host, isWell: true, reach: expect.any(Array) })

  // A wrong flag overrides the page's own value.
  const wrong = await runDoctor([host, '--link', '/nowhere', '--json'])
  expect(wrong.code).toBe(1)
  expect(wrong.out).toContain('"link_not_mounted"')
  expect((await runDoctor(['--help'])).out.replace(/\s+/g, ' ')).toContain('hawser doctor https://app.example')
  expect(await runDoctor([host, host])).toMatchObject({ code: 2, out: '' })
})

test('doctor: an https page whose cookie is not Secure, and one with an untrusted certificate', async () => {
  const folder = temporaryFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, response) => {
    response.setHeader('content-type', 'text/html').setHeader('set-cookie', 'session=s3cret; Path=/; SameSite=Lax')
    response.end('<title>App</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const page = `https://localhost:${typeof address === 'object' ? address?.port : ''}`

  const trusted = await runDoctor([page], { NODE_EXTRA_CA_CERTS: certificate })
  expect(trusted.code).toBe(1)
  expect(trusted.out).toMatch(/✗ cookies .*\[cookie_not_secure\]/)
  expect(trusted.out).not.toContain('s3cret')
  const untrusted = await runDoctor([page])
  expect(untrusted).toMatchObject({ code: 1, error: '' })
  expect(untrusted.out).toMatch(/✗ page .*\(DEPTH_ZERO_SELF_SIGNED_CERT\).*\[certificate_invalid\]/)
})
