import { writeFileSync } from 'node:fs'
import { createUnsignedBundle } from './bundle/createUnsignedBundle.ts'
import { createRegistry } from './server/createRegistry.ts'

/**
 * Writes packages/registry/openapi.json. Run this file after a change to a route or schema, then run `npm run format`;
 * a test fails if openapi.json is out of date.
 */
const registry = createRegistry({ bundle: createUnsignedBundle([]) })
const answer = await registry.fetch(new Request('http://localhost/v1/openapi.json'))
writeFileSync(new URL('../openapi.json', import.meta.url), JSON.stringify(await answer.json(), undefined, 2))
