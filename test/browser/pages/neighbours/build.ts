import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'

const root = resolve(import.meta.dirname, '../../../..')

/** Builds the page with the dialogs of other libraries: `@hawser/react` from its sources, `@hawser/modal` as published. */
export async function buildNeighbours(outDir: string): Promise<void> {
  // Inside the repository, so that the module's imports resolve.
  const module = `${outDir}.module`
  try {
    const configFile = join(root, 'packages/modal/vite.config.ts')
    await build({ configFile, logLevel: 'error', build: { outDir: module } })
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      resolve: {
        conditions: ['@hawser/source', ...defaultClientConditions],
        // The tests' own folder also contains an older React, for the tests that need it. This page uses the current one.
        alias: [
          { find: /^@hawser\/modal$/, replacement: join(module, 'index.js') },
          { find: 'react', replacement: join(root, 'node_modules/react') },
          { find: 'react-dom', replacement: join(root, 'node_modules/react-dom') },
        ],
      },
      build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
    })
  } finally {
    rmSync(module, { recursive: true, force: true })
  }
}
