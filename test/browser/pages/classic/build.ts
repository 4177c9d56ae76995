import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'

/** Builds the page of this folder into the one that is the first argument, for a host that serves it under its strict policy. */
const outDir = process.argv[2]
if (outDir === undefined) throw new Error('Where to? Name the folder for the page.')
await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
console.log('built')
