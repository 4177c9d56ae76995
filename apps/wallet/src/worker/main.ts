import { createWorker, type WorkerScope } from './createWorker.ts'

// The build puts the paths of its files and its version in place of these two words (vite.config.ts).
const files = '__HAWSER_FILES__'.split(' ')
const version = '__HAWSER_VERSION__'

// The global scope of a service worker, for which the page's types have no name.
createWorker(globalThis as unknown as WorkerScope, files, version)
