import { createStack } from '../../apps/stack/src/createStack.ts'

/**
 * Starts the stack with prebuilt pages. The arguments are the port, the data folder, and the folders of the host app's page and
 * the wallet's.
 */
const [port, dataDir = '', host = '', wallet = ''] = process.argv.slice(2)
const pages = { host, wallet }
const options = { port: Number(port), host: '127.0.0.1', dataDir, pages }
const stack = await createStack({ ...options, log: console.log, isVerbose: true })
process.on('SIGINT', () => void stack.stop().then(() => process.exit(0)))
console.log(`ready, ${'__proto__' in {} ? 'with' : 'without'} __proto__`)
