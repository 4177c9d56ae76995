import { buildPages } from '../../../apps/stack/src/buildPages.ts'

await buildPages(console.log)
