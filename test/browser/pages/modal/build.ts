import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'

const folder = import.meta.dirname
const modal = resolve(folder, '../../../../packages/modal')

/**
 * Builds `@hawser/modal` as published, and the pages that use it: `index.html` with the script-tag file, `dropIn.html` with the
 * classes, `provider.html` with the official client.
 */
export async function buildModalPages(outDir: string): Promise<void> {
  // Inside the repository, so that the module's imports resolve.
  const module = `${outDir}.module`
  try {
    await build({ configFile: join(modal, 'vite.config.ts'), logLevel: 'error', build: { outDir: module } })
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
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
        outDir,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 10_000,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: [join(folder, 'dropIn.html'), join(folder, 'provider.html')] },
      },
    })
  } finally {
    rmSync(module, { recursive: true, force: true })
  }
  await buildScript(outDir)
  copyFileSync(join(folder, 'scriptTag.js'), join(outDir, 'scriptTag.js'))
  const digests: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(outDir, 'integrity.json'), 'utf8'))
  const page = readFileSync(join(folder, 'scriptTag.html'), 'utf8')
  writeFileSync(
    join(outDir, 'index.html'),
    page.replace(/\{\{(.+?)\}\}/g, (_, name: string) => digests[name] ?? ''),
  )
}

/** Builds the script-tag file with its later chunks, its style sheets, and the digests of all these files. */
export async function buildScript(outDir: string): Promise<void> {
  await build({ configFile: join(modal, 'vite.script.config.ts'), logLevel: 'error', build: { outDir } })
}
