import { createServer } from 'node:net'

// Below Linux's ephemeral ports, and apart from the ports of the browser tests, so that a later program finds the port free.
const lowest = 10_000
const count = 10_000

/** Finds a loopback port that no program listens on. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = lowest + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}
