import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    // The page is served under a policy without inline code: nothing is inlined, nothing needs a polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'test-on-your-phone.html'].map((name) => join(import.meta.dirname, name)),
    },
  },
})
