import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** The cores. Servers share one core, so that a figure shows the capacity of one core; the load has another core to itself. */
export const cores = { servers: '0', load: '1' } as const

/**
 * The Node flags for every measurement on Node: those with which `hawser relay` starts in `deploy/`, and the one that the docs
 * advise on one core (0037).
 */
const nodeFlags = ['--disable-proto=delete', '--max-semi-space-size=64', '--single-threaded-gc']

export type Program = { readonly pid: number; stop(): Promise<void> }

const running = new Set<ChildProcess>()
// Ends the started programs with this process, however this process ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

function start(
  core: string,
  command: string,
  args: readonly string[],
  input: 'pipe' | 'ignore' = 'ignore',
): ChildProcess {
  const child = spawn('taskset', ['-c', core, command, ...args], { stdio: [input, 'pipe', 'inherit'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function programOf(child: ChildProcess): Program {
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Starts one of our built servers, which prints its chosen port. */
export async function startNode(
  args: readonly string[],
  flags: readonly string[] = nodeFlags,
): Promise<Program & { readonly port: number }> {
  const child = start(cores.servers, process.execPath, [...flags, ...args])
  return { ...programOf(child), port: Number(await readLine(child, /(?:"port"|127\.0\.0\.1):(\d+)/)) }
}

/** Starts a third-party server on the given port. */
export async function startOnPort(command: string, args: readonly string[], port: number): Promise<Program> {
  const child = start(cores.servers, command, args)
  child.stdout?.resume()
  const program = programOf(child)
  await answersOn(port)
  return program
}

/** Runs the load to its end and returns its figures. */
export async function runLoad(program: string, task: object): Promise<unknown> {
  const child = start(cores.load, process.execPath, [program], 'pipe')
  child.stdin?.end(JSON.stringify(task))
  return JSON.parse(await readLine(child, /^(.*)$/))
}

/** Returns the first match of a pattern in the output. */
async function readLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('The program has no output.')
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line)?.[1]
    if (found === undefined) continue
    // Keeps reading, because a full pipe would block the program.
    child.stdout.resume()
    return found
  }
  throw new Error(`A program ended early: ${child.spawnargs.slice(3, 6).join(' ')}`)
}

async function answersOn(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(25)
  }
  throw new Error(`Nothing answered on port ${port}.`)
}

export function isInstalled(command: string): boolean {
  return spawnSync('which', [command]).status === 0
}
