/** The page's signed message, and the recipient of its transaction. */
export const message = 'Ahoy, ⚓'
export const other = '0x2222222222222222222222222222222222222222'
export const typedData = {
  domain: { name: 'Ahoy', chainId: 31_337 },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Hawser' },
} as const
