import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type InlineConfig } from 'vite'

const root = resolve(import.meta.dirname, '../..')
// The tests' own folder also contains an older React, for the tests that need it. The gallery uses the current one.
const alias = { react: resolve(root, 'node_modules/react'), 'react-dom': resolve(root, 'node_modules/react-dom') }

export const galleryConfig: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  cacheDir: resolve(root, '.cache/gallery-modules'),
  logLevel: 'warn',
  plugins: [react()],
  resolve: { alias, conditions: ['@hawser/source', ...defaultClientConditions] },
}

/** Builds the gallery, for the browser tests. */
export async function buildGallery(outDir: string): Promise<void> {
  await build({ ...galleryConfig, logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'es2022' } })
}
