import { buildPages } from '../apps/stack/src/buildPages.ts'

// Builds the pages of `npm start`, once for all tests that start it.
await buildPages(console.log)
