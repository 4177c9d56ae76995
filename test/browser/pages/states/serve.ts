import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, preview } from 'vite'

/** Builds the pages of this folder into the one that is the first argument, and serves them on a free loopback port. */
const root = import.meta.dirname
const outDir = process.argv[2] ?? join(root, 'dist')
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [join(root, 'states.html')] },
  },
})
const server = await preview({
  root,
  configFile: false,
  logLevel: 'silent',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
})
process.once('SIGINT', async () => {
  await server.close()
  process.exit()
})
console.log(`serving ${server.resolvedUrls?.local[0]}`)
