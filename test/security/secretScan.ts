/** A text that must not appear anywhere. */
export type Secret = { readonly name: string; readonly text: string }

/** The length of the pieces of a secret that count as well. Shorter pieces would occur by chance. */
const pieceLength = 24

/**
 * Finds secrets in the output of programs: whole or in pieces, as they are, and in hex, base64, base64url, percent and JSON
 * encoding.
 * @returns one line per secret and form that was found, without the secret
 */
export function findSecrets(written: string, secrets: readonly Secret[]): readonly string[] {
  const small = written.toLowerCase()
  return secrets.flatMap(({ name, text }) =>
    [...formsOf(text)].flatMap(([form, encoded]) =>
      (form.startsWith('hex') ? small.includes(encoded.toLowerCase()) : written.includes(encoded))
        ? [`${name} (${form})`]
        : [],
    ),
  )
}

function formsOf(text: string): Map<string, string> {
  const forms = new Map<string, string>([['raw', text]])
  for (let start = 0; start + pieceLength <= text.length; start += pieceLength)
    forms.set(`piece at ${start}`, text.slice(start, start + pieceLength))
  forms.set('percent', encodeURIComponent(text))
  forms.set('JSON', JSON.stringify(text).slice(1, -1))
  addBinary(forms, '', Buffer.from(text))
  if (/^([0-9a-f]{2})+$/i.test(text)) addBinary(forms, ' of its bytes', Buffer.from(text, 'hex'))
  else if (/^[\w+/-]+=*$/.test(text)) addBinary(forms, ' of its bytes', Buffer.from(text, 'base64'))
  return forms
}

function addBinary(forms: Map<string, string>, suffix: string, bytes: Buffer): void {
  forms.set(`hex${suffix}`, bytes.toString('hex'))
  // Within a longer text, base64 depends on the number of preceding bytes, and the characters at the edges also encode
  // neighbouring bytes.
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const own = encoded.slice(shift === 0 ? 0 : 4, -4)
    forms.set(`base64${suffix}, shifted by ${shift}`, own)
    forms.set(`base64url${suffix}, shifted by ${shift}`, own.replaceAll('+', '-').replaceAll('/', '_'))
  }
}
