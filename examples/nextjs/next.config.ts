import type { NextConfig } from 'next'

const config: NextConfig = { serverExternalPackages: ['@hawser/link'] }

export default config
