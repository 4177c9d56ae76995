import { text } from '@hawser/command'

/** The `--listings` option of most commands. Undefined: the listings of this package. */
export const listingsFolder = text('listings', {
  placeholder: 'DIR',
  meaning: 'one <id>.json a wallet; their images in images/ beside them (default: those of this package)',
})
