import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createLink, openSqliteLinkStore } from '@hawser/link'
import { createFastifyPlugin } from '@hawser/link/node'
import fastify, { type FastifyReply } from 'fastify'

async function main() {
  const link = createLink({
    store: await openSqliteLinkStore({ file: 'links.sqlite' }),
    publicUrl: 'http://localhost:3000',
    // Replace with your app's session.
    hostUser: async () => ({ id: 'alice', label: 'alice@app.example' }),
  })
  const modal = dirname(require.resolve('@hawser/modal/hawser-modal.js'))
  const send = (reply: FastifyReply, type: string, file: string) => reply.type(type).send(readFileSync(join(modal, file)))
  const app = fastify()
  app.register(createFastifyPlugin(link), { prefix: '/link' })
  app.get('/', (_, reply) => reply.type('text/html').send(readFileSync('index.html')))
  app.get('/styles.css', (_, reply) => send(reply, 'text/css', 'styles.css'))
  app.get('/hawser-modal.js', (_, reply) => send(reply, 'text/javascript', 'hawser-modal.js'))
  for (const name of readdirSync(join(modal, 'hawser-modal')))
    app.get(`/hawser-modal/${name}`, (_, reply) => send(reply, 'text/javascript', `hawser-modal/${name}`))
  console.log(await app.listen({ port: 3000, host: 'localhost' }))
}

void main()
