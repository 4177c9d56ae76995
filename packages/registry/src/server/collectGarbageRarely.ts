import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's old memory grow by half before it is collected. What a registry holds lives as long as its bundle: V8 would go
 * through it every ten seconds for the little that has become garbage, and searches would wait meanwhile. The whole
 * process is concerned, so this is for a process that is a registry and nothing else.
 */
export function collectGarbageRarely(): void {
  setFlagsFromString('--heap-growing-percent=50')
}
