/** The two letters that stand for a wallet without an image, the same that the registry draws: "Ra" for Rainbow, "TG" for Token Go. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  // Most names end in "Wallet": it tells nothing apart.
  const [first, second] = words.filter((word, index) => index === 0 || word.toLowerCase() !== 'wallet')
  if (first === undefined) return '?'
  const [start = '', next = ''] = first
  const [end = next] = second?.toUpperCase() ?? ''
  return start.toUpperCase() + end
}
