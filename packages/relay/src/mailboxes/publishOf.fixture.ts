import type { IrnPublish } from '@hawser/wire'

/** A publish with default values, except those given in `part`. */
export function publishOf(message: string, part: Partial<IrnPublish> = {}): IrnPublish {
  return { topic: 'a'.repeat(64), message, ttlSeconds: 300, tag: 1108, prompt: false, attestation: '', ...part }
}
