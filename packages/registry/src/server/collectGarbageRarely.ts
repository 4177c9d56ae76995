import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's old generation grow by half before it is collected. A registry's data lives as long as its bundle: V8 would
 * traverse the data every ten seconds for little garbage, while searches wait. The setting affects the whole process,
 * so use it only in a process that is only a registry.
 */
export function collectGarbageRarely(): void {
  setFlagsFromString('--heap-growing-percent=50')
}
