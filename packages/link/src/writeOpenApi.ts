import { writeFileSync } from 'node:fs'
import { formatOpenApi } from './routes/openApi.ts'

/**
 * Writes packages/link/openapi.json. Run it after a change to a route, and then `npm run format`; a test fails if the file is
 * outdated.
 */
writeFileSync(new URL('../openapi.json', import.meta.url), JSON.stringify(JSON.parse(formatOpenApi()), undefined, 2))
