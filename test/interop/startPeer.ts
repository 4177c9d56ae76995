import { fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { programFile } from '@hawser/test-kit/program'
import type { ChildMessage } from './peerProcess.ts'

/** A real client in its own process, as the test sees it. */
export type Peer = {
  call(name: string, argument?: unknown): Promise<unknown>
  /** Resolves to the oldest untaken event of this name, or to the next one. */
  next(name: string): Promise<unknown>
  /** Returns the untaken events of this name. */
  left(name: string): readonly unknown[]
  /** The hosts outside loopback that the client tried to reach. */
  outsideHosts(): readonly unknown[]
  stop(): Promise<void>
}

/** Starts `file` of this folder in a child process. The settings keep official clients off their vendor's services. */
export async function startPeer(file: string, settings: Readonly<Record<string, string>>): Promise<Peer> {
  const child = fork(programFile(new URL(file, import.meta.url).href), [], {
    env: { ...process.env, ...settings, IS_VITEST: 'true', DISABLE_GLOBAL_CORE: 'true' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const signals = new EventEmitter()
  const events = new Map<string, unknown[]>()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0

  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'event') {
      events.set(message.name, [...(events.get(message.name) ?? []), message.payload])
      signals.emit(message.name)
      return
    }
    const pending = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'result') pending?.resolve(message.result)
    else pending?.reject(Object.assign(new Error(message.message), { code: message.code }))
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the peer process ended with ${code}`))
    waiting.clear()
  })

  const peer: Peer = {
    call(name, argument) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.send({ id, call: name, argument })
      })
    },
    async next(name) {
      while (true) {
        const [first, ...rest] = events.get(name) ?? []
        if (first !== undefined) {
          events.set(name, rest)
          return first
        }
        await once(signals, name)
      }
    },
    left: (name) => events.get(name) ?? [],
    outsideHosts: () => events.get('outside') ?? [],
    async stop() {
      if (child.exitCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
  await Promise.race([
    once(signals, 'ready'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the peer process ended with ${code} before it was ready`)
    }),
  ])
  return peer
}
