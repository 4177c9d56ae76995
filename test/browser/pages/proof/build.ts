import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'

/** Builds the proof pages into the folder that is the first argument; what one needs is no part of another that is measured. */
const folder = import.meta.dirname
for (const [index, pages] of [['index.html', 'code.html'], ['sessions.html']].entries()) {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: { conditions: ['@hawser/source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
    build: {
      outDir: process.argv[2] ?? join(folder, 'dist'),
      emptyOutDir: index === 0,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: pages.map((name) => join(folder, name)) },
    },
  })
}
console.log('built')
