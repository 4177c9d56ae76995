import { openEnvelope, parseEnvelope } from '../../../../packages/sign/src/envelope/envelope.ts'
import { EnvelopeInvalidError } from '../../../../packages/sign/src/errors.ts'
import { InvalidIrnFrameError } from '../../../../packages/wire/src/errors.ts'
import { parseRelayFrame } from '../../../../packages/wire/src/irn/irn.ts'
import { parseClientFrame } from '../../../../packages/wire/src/irn/parseClientFrame.ts'
import { mustHold, parseJson, readOrRefuse, type Target } from '../target.ts'

/** A frame of the relay protocol: a client's, as a relay reads it, and a relay's, as a client reads it. */
export const frames: Target = {
  name: 'frames',
  cost: 2,
  run(input) {
    for (const parse of [parseClientFrame, parseRelayFrame]) {
      const frame = readOrRefuse(() => parse(input), InvalidIrnFrameError)
      if (frame === undefined) continue
      const id = parseJson(frame.idToken)
      const given = (parseJson(input) as { readonly id?: unknown }).id
      mustHold(id === given, 'it is answered under the id that it came with')
    }
  },
}

const key = new Uint8Array(32).fill(7)

/** A message of a topic. `corpus/envelope.json` contains messages that were sealed with this key. */
export const envelope: Target = {
  name: 'envelope',
  cost: 4,
  run(input) {
    const parsed = readOrRefuse(() => parseEnvelope(input), EnvelopeInvalidError)
    if (parsed !== undefined)
      mustHold(Buffer.from(input, 'base64').toString('base64') === input, 'bytes have one spelling')
    const text = readOrRefuse(() => openEnvelope(input, key), EnvelopeInvalidError)
    if (text !== undefined) mustHold(text.isWellFormed(), 'what opens is a text')
  },
}
