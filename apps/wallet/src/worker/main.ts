import { createWorker, type WorkerScope } from './createWorker.ts'

// The build replaces these two words by the paths of its files and by its version (vite.config.ts).
const files = '__HAWSER_FILES__'.split(' ')
const version = '__HAWSER_VERSION__'

// The global scope of a service worker, for which the page's types have no name.
createWorker(globalThis as unknown as WorkerScope, files, version)
