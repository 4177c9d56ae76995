import { fileURLToPath } from 'node:url'
import { createLink, openPostgresLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'
import express from 'express'

const link = createLink({
  store: await openPostgresLinkStore({ url: process.env.DATABASE_URL ?? 'postgresql://localhost/app' }),
  publicUrl: 'http://localhost:3000',
  // Replace with your app's session.
  hostUser: async () => ({ id: 'alice', label: 'alice@app.example' }),
})
const modal = fileURLToPath(new URL('.', import.meta.resolve('@hawser/modal/hawser-modal.js')))

express()
  .use('/link', createNodeHandler(link))
  .get('/', (_request, response) => response.sendFile(`${import.meta.dirname}/index.html`))
  .use(express.static(modal))
  .listen(3000, 'localhost', () => console.log('http://localhost:3000'))
