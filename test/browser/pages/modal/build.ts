import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, defaultClientConditions } from 'vite'
import { root } from '../../processes/runProcess.ts'

/**
 * Builds `@hawser/modal` as it is published, and the pages that use it, into the folder that is the first argument:
 * `index.html` with the script-tag file, `dropIn.html` with the classes, `provider.html` with the official client.
 */
const folder = import.meta.dirname
const pages = process.argv[2] ?? join(folder, 'dist')
// Inside the repository: what the module imports is found from there.
const module = join(root, '.cache', `modal-${process.pid}`)
const modal = join(root, 'packages/modal')

await build({ configFile: join(modal, 'vite.config.ts'), logLevel: 'warn', build: { outDir: module } })
await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  resolve: {
    conditions: ['@hawser/source', ...defaultClientConditions],
    alias: [
      { find: /^@hawser\/modal\/(.+\.css)$/, replacement: join(modal, 'src/$1') },
      { find: /^@hawser\/modal\/qrcode-modal$/, replacement: join(module, 'qrcodeModalDefault.js') },
      { find: /^@hawser\/modal$/, replacement: join(module, 'index.js') },
      { find: /^@walletconnect\/modal$/, replacement: join(module, 'index.js') },
    ],
  },
  build: {
    outDir: pages,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [join(folder, 'dropIn.html'), join(folder, 'provider.html')] },
  },
})
await build({ configFile: join(modal, 'vite.script.config.ts'), logLevel: 'warn', build: { outDir: pages } })
copyFileSync(join(folder, 'scriptTag.js'), join(pages, 'scriptTag.js'))
const digests: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(pages, 'integrity.json'), 'utf8'))
const page = readFileSync(join(folder, 'scriptTag.html'), 'utf8')
writeFileSync(
  join(pages, 'index.html'),
  page.replace(/\{\{(.+?)\}\}/g, (_, name: string) => digests[name] ?? ''),
)
rmSync(module, { recursive: true, force: true })
console.log('built')
