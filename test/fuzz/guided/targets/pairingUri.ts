import { formatPairingUri, InvalidPairingUriError } from '../../../../packages/wire/src/formatPairingUri.ts'
import { parsePairingUri } from '../../../../packages/wire/src/pairingUri.ts'
import { mustHold, readOrRefuse, type Target } from '../target.ts'

/** A pairing link that a wallet scans or is opened with. */
export const pairingUri: Target = {
  name: 'pairingUri',
  cost: 1,
  run(input) {
    const parsed = readOrRefuse(() => parsePairingUri(input), InvalidPairingUriError)
    if (parsed === undefined) return
    mustHold(/^[0-9a-f]{64}$/.test(parsed.topic) && /^[0-9a-f]{64}$/.test(parsed.symKey), 'topic and key are 64 digits')
    const again = parsePairingUri(formatPairingUri(parsed))
    mustHold(JSON.stringify(again) === JSON.stringify(parsed), 'written and read again it is the same')
  },
}
