import type { Listing } from '@hawser/wire'

const side = 120
const minContrastWithWhite = 4.5

/**
 * Draws a neutral tile for a wallet as SVG text: the initials in white on a colour derived from the id. The tile is for
 * wallets whose own artwork may not be served.
 */
export function formatMonogram(listing: Pick<Listing, 'id' | 'name'>): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}" role="img">`,
    `<title>${escapeXml(listing.name)}</title>`,
    `<rect width="${side}" height="${side}" fill="${monogramColour(listing.id)}"/>`,
    `<text x="50%" y="50%" dy=".36em" text-anchor="middle" fill="#ffffff" font-family="system-ui, sans-serif" font-size="50" font-weight="600">${escapeXml(initialsOf(listing.name))}</text>`,
    '</svg>\n',
  ].join('')
}

/** The tile's background as `#rrggbb`: any hue, as light as white letters allow (WCAG AA). */
export function monogramColour(id: string): string {
  const hue = hash(id) % 360
  let lightness = 50
  while (contrastWithWhite(hslToRgb(hue, 45, lightness)) < minContrastWithWhite) lightness -= 1
  return `#${hslToRgb(hue, 45, lightness)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Contrast of white letters on a colour, 1 to 21, as WCAG 2 defines it. */
export function contrastWithWhite(rgb: readonly [number, number, number]): number {
  const luminance = 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2])
  return 1.05 / (luminance + 0.05)
}

function toLinear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  // Most names end in "Wallet", so that word distinguishes nothing.
  const [first, second] = words.filter((word, index) => index === 0 || word.toLowerCase() !== 'wallet')
  if (first === undefined) return '?'
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]?.toUpperCase()]
  const text = letters.join('')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function escapeXml(text: string): string {
  return (
    text
      // Lone surrogates, U+FFFE and U+FFFF and control characters make the whole image malformed.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return value
}

function hslToRgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const light = lightness / 100
  const spread = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12
    return Math.round(255 * (light - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
