import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The policy allows no inline code, style or data: URL for them; every browser of this target preloads modules itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
