import { text } from '@hawser/command'

/** `--listings`, as most commands take it. Undefined: the listings that come with this package. */
export const listingsFolder = text('listings', {
  placeholder: 'DIR',
  meaning: 'one <id>.json a wallet; their images in images/ beside them (default: those of this package)',
})
