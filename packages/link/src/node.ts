export { createFastifyPlugin, type FastifyScope } from './node/fastifyPlugin.ts'
export { createNodeHandler, type NodeHandler } from './node/nodeHandler.ts'
export { nodeRequestOf } from './node/nodeRequest.ts'
