import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Makes system calls of a process fail or wait, or kills the process, until the trace is stopped. */
export type Trace = { stop(): Promise<void> }

/** The calls by which SQLite syncs a file. */
export const syncCalls = 'fsync,fdatasync'
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Attaches to a running process.
 * @param inject - as strace's `-e inject=…` after the names of the calls, e.g. `error=EIO`
 * @throws Error - strace is missing or has no permission to trace
 */
export async function traceProcess(pid: number, calls: string, inject: string): Promise<Trace> {
  const options = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${inject}`]
  const child = spawn('strace', [...options, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.once('error', (cause) => reject(new Error('strace cannot be run: install the Debian package.', { cause })))
    child.stderr.on('data', (chunk) => {
      said += chunk
      if (/attached/.test(said)) resolve()
    })
    child.once('close', () => reject(new Error(`strace may not trace here: ${said}`)))
  })
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGINT')
      await closed
    },
  }
}

/**
 * Returns the words that start a program with delayed system calls from the first one on. The program is the child itself.
 * Between those calls it runs at full speed, unlike a process that strace attaches to.
 */
export function slowedFromStart(calls: string, waitMs: number): readonly string[] {
  return launcher(calls, `delay_enter=${waitMs * 1_000}`, '--seccomp-bpf')
}

/** Runs a program that is killed at its N-th call of the given name. */
export function spawnDoomed(program: readonly string[], call: string, nth: number): ChildProcess {
  const [command = '', ...args] = [...launcher(call, `signal=SIGKILL:when=${nth}`), ...program]
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

function launcher(calls: string, inject: string, ...options: readonly string[]): readonly string[] {
  const rules = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${inject}`]
  return ['strace', '-D', '-f', ...options, '-o', '/dev/null', ...rules]
}
