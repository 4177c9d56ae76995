import { resolve } from 'node:path'

export default {
  serverExternalPackages: ['@hawser/link'],
  turbopack: { root: resolve(import.meta.dirname, '../../..') },
  typescript: { ignoreBuildErrors: true },
}
