import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporaryFolder.ts'

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

// A test runner kills a worker that takes too long, so no handler of the process runs.
test.runIf(process.platform === 'linux')(
  'startRedis: ends with the process that started it, also one that is killed',
  async () => {
    const file = new URL('./startRedis.ts', import.meta.url).href
    const text = `const { startRedis } = await import('${file}'); console.log((await startRedis()).port); setInterval(() => {}, 1000)`
    const flags = ['--import', 'tsx', '--input-type=module', '-e', text]
    const folder = temporaryFolder()
    const env = { ...process.env, TMPDIR: folder }
    const starter = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(starter.stdout, 'data')
    const port = Number(line)
    expect(await isOpen(port)).toBe(true)
    const ended = once(starter, 'exit')
    starter.kill('SIGKILL')
    await ended
    await expect.poll(() => isOpen(port), { timeout: 20_000 }).toBe(false)
  },
  30_000,
)
