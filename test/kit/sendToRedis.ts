import { connect } from 'node:net'

const patienceMs = 10_000

/** Sends one command on a connection of its own, as `redis-cli` does; resolves to the raw answer. */
export function sendToRedis(port: number, command: readonly string[], database = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('Redis does not answer.')))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    // Leaves out the answer to QUIT, which ends the connection, and the answer to SELECT.
    socket.on('end', () => resolve(answer.slice(database === 0 ? 0 : '+OK\r\n'.length).replace(/\+OK\r\n$/, '')))
    socket.on('connect', () => {
      const select = database === 0 ? [] : [['SELECT', String(database)]]
      socket.write([...select, command, ['QUIT']].map(formatCommand).join(''))
    })
  })
}

function formatCommand(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
}
