import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

// Schemas are documented where they are made (`.openapi(…)`), so the method must exist before the first schema.
extendZodWithOpenApi(z)

export { z }
