import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's old memory grow by half before it is collected. A registry's data lives as long as its bundle. V8 would
 * traverse it every ten seconds for little garbage, and searches would wait meanwhile. This affects the whole process,
 * so it is for a process that is only a registry.
 */
export function collectGarbageRarely(): void {
  setFlagsFromString('--heap-growing-percent=50')
}
