import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import react from '@vitejs/plugin-react'
import { build, createServer, defaultClientConditions, type InlineConfig, preview } from 'vite'

/**
 * `npm run gallery`: every view of the modal in every state, platform, theme and language, on this machine alone.
 * With `--built` it is built first and does not change any more: for the browser tests.
 */
const { values: flags } = parseArgs({
  options: { port: { type: 'string', default: '4410' }, built: { type: 'boolean', default: false } },
})
const address = { host: '127.0.0.1', port: Number(flags.port), strictPort: flags.built }
const root = resolve(import.meta.dirname, '../..')
const outDir = resolve(root, '.cache/gallery')
// The tests' own folder has an older React beside it, for the tests that want one.
const alias = { react: resolve(root, 'node_modules/react'), 'react-dom': resolve(root, 'node_modules/react-dom') }
const config: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  cacheDir: resolve(root, '.cache/gallery-modules'),
  logLevel: 'warn',
  plugins: [react()],
  resolve: { alias, conditions: ['@hawser/source', ...defaultClientConditions] },
  server: address,
  preview: address,
  build: { outDir, emptyOutDir: true, target: 'es2022' },
}

if (flags.built) await build(config)
const server = flags.built ? await preview(config) : await (await createServer(config)).listen()
console.log(`The gallery is at ${server.resolvedUrls?.local[0]}`)
