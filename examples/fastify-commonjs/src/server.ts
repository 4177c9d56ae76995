import { readFileSync } from 'node:fs'
import { createLink, openSqliteLinkStore } from '@hawser/link'
import { createFastifyPlugin } from '@hawser/link/node'
import fastify from 'fastify'

async function main() {
  const link = createLink({
    store: await openSqliteLinkStore({ file: 'links.sqlite' }),
    publicUrl: 'http://localhost:3000',
    // Stands for the session of your app.
    hostUser: async () => ({ id: 'alice', label: 'alice@app.example' }),
  })
  const modal = require.resolve('@hawser/modal/hawser-modal.js')
  const styles = require.resolve('@hawser/modal/styles.css')
  const app = fastify()
  app.register(createFastifyPlugin(link), { prefix: '/link' })
  app.get('/', (_, reply) => reply.type('text/html').send(readFileSync('index.html')))
  app.get('/styles.css', (_, reply) => reply.type('text/css').send(readFileSync(styles)))
  app.get('/hawser-modal.js', (_, reply) => reply.type('text/javascript').send(readFileSync(modal)))
  console.log(await app.listen({ port: 3000, host: 'localhost' }))
}

void main()
