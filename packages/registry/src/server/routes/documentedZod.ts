import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

// Schemas are documented where they are made (`.openapi(…)`): the method is there before the first of them.
extendZodWithOpenApi(z)

export { z }
