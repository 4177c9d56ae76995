import { formatSignedLabel } from '../../../../packages/link/src/challenge/signedLabel.ts'
import { formatStatement } from '../../../../packages/link/src/challenge/statements.ts'
import { createKeyedHash } from '../../../../packages/link/src/http/keyedHash.ts'
import { mustHold, type Target } from '../target.ts'

const hash = createKeyedHash(new Uint8Array(32).fill(7))
/** Maps each text to its label: two different labels never share a text. */
const owners = new Map<string, string>()

/** The account name in the signed text. */
export const label: Target = {
  name: 'label',
  cost: 4,
  run(input) {
    const signed = formatSignedLabel({ id: 'one', label: input }, hash)
    const other = formatSignedLabel({ id: 'two', label: input }, hash)
    mustHold(signed.length > 0 && signed.length <= 64, 'a name is not empty, and has 64 characters at most')
    mustHold(/^[\x20-\x7e]+$/.test(signed) && !/['"`\\<>^{|}]/.test(signed), 'a name is of the standard’s letters')
    mustHold(!/[.!] | on /i.test(signed), 'a name ends neither a sentence nor the account')
    mustHold(signed === input || / ?#[0-9a-f]{6}$/.test(signed), 'what was changed has an id')
    mustHold(signed === input || signed !== other, 'what was changed tells two people apart')
    mustHold(signed.trim() === signed, 'a name has nothing about it')
    const statement = formatStatement(signed, 'app.example')
    mustHold(
      statement ===
        `Link this wallet to the account '${signed}' on app.example. This costs nothing and moves no funds.`,
      'the page and the text say the same',
    )
    if (signed === input) {
      const owner = owners.get(signed)
      mustHold(owner === undefined || owner === input, 'no two labels have one name')
      if (owners.size < 100_000) owners.set(signed, input)
    }
  },
}
