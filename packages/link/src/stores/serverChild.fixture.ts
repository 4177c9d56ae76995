// Test support: a host app's server in a separate process, over an SQLite file or a PostgreSQL. The ending keeps it out of the
// build.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { programFile } from '@hawser/test-kit/program'
import { createLink } from '../createLink.ts'
import { createNodeHandler } from '../node/nodeHandler.ts'
import { unlimited } from '../options/unlimited.fixture.ts'
import { openAnyStore } from './storeChild.fixture.ts'

export type ServerChild = {
  /** Sends a request as the page of a signed-in user does. Rejects once the server is gone. */
  send(user: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }>
  /** Sends SIGKILL and resolves when the server is gone. Idempotent. */
  kill(): Promise<void>
}

/** Starts a server over the store that `target` names. It ends with this process. */
export async function startServerChild(target: string): Promise<ServerChild> {
  const settings = [programFile(import.meta.url)]
  const child = spawn(process.execPath, [...settings, 'server-child', target], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [told]: { port: number }[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}.`)
    }),
  ])
  return {
    send: async (user, path, body) => {
      const response = await fetch(`http://127.0.0.1:${told?.port}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { origin: 'http://localhost:4400', 'content-type': 'application/json', 'x-test-user': user },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function serve(target: string): Promise<number> {
  const link = createLink({
    store: await openAnyStore(target),
    domain: 'localhost:4400',
    uri: 'http://localhost:4400/',
    allowedOrigins: ['http://localhost:4400'],
    rateLimits: unlimited,
    hostUser: async (request) => {
      const id = request.headers.get('x-test-user')
      return id === null ? undefined : { id, label: id, sessionId: `session of ${id}` }
    },
  })
  const server = createServer(createNodeHandler(link)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const [, , mode, target = ''] = process.argv
if (mode === 'server-child' && process.send !== undefined) {
  process.on('disconnect', () => process.exit())
  process.send({ port: await serve(target) })
}
