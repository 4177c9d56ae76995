import { createServer } from 'node:net'

// Below the ports that Linux gives to connections which name none, and beside those of the browser tests: a later program on it
// finds it free.
const lowest = 10_000
const count = 10_000

/** A port nobody listens on. */
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
