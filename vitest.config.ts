import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const resolve = { conditions: ['@hawser/source'] }
const ssr = { resolve: { conditions: ['@hawser/source'], externalConditions: ['@hawser/source'] } }

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        plugins: [react()],
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/*.test.{ts,tsx}',
            'test/e2e/*.test.ts',
          ],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'interop',
          include: ['test/interop/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
