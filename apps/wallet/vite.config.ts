import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** Tells the service worker which files the build has, and a version made of all of them. */
function listFiles(): Plugin {
  return {
    name: 'hawser-list-files',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker.')
      const built = Object.keys(bundle).filter((name) => name !== 'sw.js' && name !== 'index.html')
      const files = [...built, ...readdirSync(join(import.meta.dirname, 'public'))].map((name) => `/${name}`).sort()
      const version = createHash('sha256')
        .update(`${files.join(' ')}${worker.code}`)
        .digest('hex')
        .slice(0, 12)
      worker.code = worker.code.replace('__HAWSER_FILES__', files.join(' ')).replace('__HAWSER_VERSION__', version)
    },
  }
}

export default defineConfig({
  plugins: [react(), listFiles()],
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The policy allows no inline code, style or data: URL for them; every browser of this target preloads modules itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), sw: join(import.meta.dirname, 'src/worker/main.ts') },
      // A service worker is known by its address: that one name stays.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
})
