import type { Target } from './target.ts'
import { envelope, frames } from './targets/frames.ts'
import { label } from './targets/label.ts'
import { handoff, linkBodies } from './targets/linkApi.ts'
import { pairingUri } from './targets/pairingUri.ts'
import { bip322, signatures, typedData } from './targets/proofs.ts'
import { bundle, links } from './targets/registry.ts'
import { namespaces } from './targets/session.ts'
import { cacao, clientToken, recap, signIn } from './targets/signIn.ts'

/** All targets that are fuzzed with coverage guidance. */
export const targets: readonly Target[] = [
  pairingUri,
  frames,
  envelope,
  cacao,
  recap,
  signIn,
  clientToken,
  bip322,
  signatures,
  typedData,
  bundle,
  links,
  handoff,
  linkBodies,
  namespaces,
  label,
]
