import { writeFileSync } from 'node:fs'
import { createUnsignedBundle } from './bundle/createUnsignedBundle.ts'
import { createRegistry } from './server/createRegistry.ts'

/**
 * Writes packages/registry/openapi.json. Run it after a change to a route or schema, and then `npm run format`; a test
 * fails if that was forgotten.
 */
const registry = createRegistry({ bundle: createUnsignedBundle([]) })
const answer = await registry.fetch(new Request('http://localhost/v1/openapi.json'))
writeFileSync(new URL('../openapi.json', import.meta.url), JSON.stringify(await answer.json(), undefined, 2))
