export { createFastifyPlugin, type FastifyScope } from './fastifyPlugin.ts'
export { createNodeHandler, type NodeHandler } from './nodeHandler.ts'
export { nodeRequestOf } from './nodeRequest.ts'
