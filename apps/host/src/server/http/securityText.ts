import { InvalidHostOptionError } from '../../errors.ts'

/** The path of the file that names the contact for reports of weaknesses (RFC 9116 §3). */
export const securityTextPath = '/.well-known/security.txt'

const day = 86_400_000
// RFC 9116 §2.5.5 recommends less than a year.
const validMs = 180 * day
// Characters of RFC 3986: anything else, a line break above all, could be read as another field.
const uri = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/

/**
 * Creates a function that writes security.txt for each request.
 * @throws InvalidHostOptionError - if the contact is not a mailto: or https: URI
 */
export function createSecurityText(contact: string, publicUrl: URL): () => string {
  if (!isContact(contact))
    throw new InvalidHostOptionError(
      '`securityContact` must be a mailto: or https: URI, such as mailto:security@app.example.',
    )
  // The field takes only https addresses (RFC 9116 §2.5.2).
  const canonical = publicUrl.protocol === 'https:' ? `Canonical: ${new URL(securityTextPath, publicUrl).href}\n` : ''
  return () => {
    // Rounded down to a day, so that the text is the same all day long.
    const expiresAt = Math.floor((Date.now() + validMs) / day) * day
    return `Contact: ${contact}\nExpires: ${new Date(expiresAt).toISOString().replace('.000Z', 'Z')}\n${canonical}`
  }
}

function isContact(text: string): boolean {
  return /^(?:mailto:[^@?]+@[^@?]|https:\/\/[^/])/.test(text) && uri.test(text) && URL.canParse(text)
}
