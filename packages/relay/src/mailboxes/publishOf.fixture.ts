import type { IrnPublish } from '@hawser/wire'

/** A publish like any other, but for what a test says of it. */
export function publishOf(message: string, part: Partial<IrnPublish> = {}): IrnPublish {
  return { topic: 'a'.repeat(64), message, ttlSeconds: 300, tag: 1108, prompt: false, attestation: '', ...part }
}
