import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type InlineConfig } from 'vite'

const conditions = ['@hawser/source', ...defaultClientConditions]

/**
 * Builds a React page, for a host that serves it under its strict policy.
 * @param inputs - the HTML files; `index.html` by default
 * @param emptyOutDir - false to add a page to a folder
 * @param external - packages that are not installed, imported by code that the page never runs
 */
export async function buildReactPage(
  root: string,
  outDir: string,
  inputs?: readonly string[],
  emptyOutDir = true,
  external: readonly string[] = [],
): Promise<void> {
  await build({
    ...common(root),
    plugins: [react()],
    resolve: { conditions, dedupe: ['react', 'react-dom'] },
    build: {
      outDir,
      emptyOutDir,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        external: [...external],
        ...(inputs && { input: inputs.map((name) => join(root, name)) }),
      },
    },
  })
}

/** Builds a page without React. */
export async function buildPlainPage(root: string, outDir: string): Promise<void> {
  await build({
    ...common(root),
    resolve: { conditions },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
    },
  })
}

const common = (root: string): InlineConfig => ({ root, configFile: false, logLevel: 'error' })
