import { createRequire } from 'node:module'
import net from 'node:net'

/**
 * The child's side of an interop test: a real client in its own process, driven over Node's IPC channel. Connections to hosts
 * other than loopback are refused and reported.
 */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>

export type ChildMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string; readonly code: number | undefined }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown }

export type ParentMessage = { readonly id: number; readonly call: string; readonly argument: unknown }

function send(message: ChildMessage): void {
  // The test can end while the client still works.
  if (process.connected) process.send?.(message, () => {})
}

/** Tells the test that something happened in the client. */
export function report(name: string, payload: unknown): void {
  send({ kind: 'event', name, payload })
}

/** Refuses every connection to a host other than loopback. Call the function before importing the client. */
export function stayOnLoopback(): void {
  const isLoopback = (host: unknown) => host === undefined || /^(localhost|127(\.\d+){3}|::1)$/.test(String(host))
  const prototype = net.Socket.prototype
  const { connect } = prototype
  prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [first] = args.flat()
    const options = typeof first === 'object' && first !== null ? first : { host: args[1] }
    const host = 'host' in options ? options.host : undefined
    if (!isLoopback(host)) {
      report('outside', String(host))
      queueMicrotask(() => this.destroy(new Error('refused: not loopback')))
      return this
    }
    return Reflect.apply(connect, this, args)
  }
}

/** Answers the test's calls until the test ends the process. */
export function serve(calls: Calls): void {
  process.on('message', async ({ id, call, argument }: ParentMessage) => {
    try {
      const run = calls[call]
      if (run === undefined) throw new Error(`no call ${call}`)
      send({ kind: 'result', id, result: await run(argument as never) })
    } catch (error) {
      const fields: { message?: unknown; code?: unknown } = typeof error === 'object' && error !== null ? error : {}
      send({
        kind: 'error',
        id,
        message: String(fields.message ?? error),
        code: typeof fields.code === 'number' ? fields.code : undefined,
      })
    }
  })
  // Official clients leave rejected promises unhandled. A browser only logs such a rejection, but it ends a process of Node.
  process.on('unhandledRejection', (error) => report('failure', String(error)))
  process.on('disconnect', () => process.exit(0))
  report('ready', null)
}

/** Loads a CommonJS or ES package by name, once the loopback guard is in place. */
export const requirePackage = createRequire(import.meta.url)
