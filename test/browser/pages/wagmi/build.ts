import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'

/** Builds the wagmi page into the folder that is the first argument. */
const folder = import.meta.dirname
await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  build: {
    outDir: process.argv[2] ?? join(folder, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
console.log('built')
