import { list, text, toggle, type ValuesOf, wholeNumber } from '@hawser/command'
import { parseAddress, parseKey } from '../gather/pageOptions.ts'

/** The options of `hawser doctor`. They add to those that the page names, and override them. */
export const settings = {
  relayUrls: list('relay', {
    placeholder: 'URL',
    allowed: 'ws:// or wss:// addresses',
    parseItem: (item) => parseAddress(item, undefined, 'ws'),
    meaning: 'the relay, ws:// or wss://; may be repeated',
  }),
  registry: text('registry', { placeholder: 'URL', meaning: 'the registry' }),
  registryKeys: list('registry-key', {
    placeholder: 'KEY',
    allowed: 'public keys of 64 hex digits',
    parseItem: parseKey,
    meaning: 'public key that must have signed it, 64 hex digits; may be repeated',
  }),
  link: text('link', { placeholder: 'URL', meaning: 'the link API; may be a path of the page: --link /api/link' }),
  reach: list('reach', {
    placeholder: 'WHICH',
    meaning:
      'which wallets listen on the relay: network, own, or ids of listings with commas between (network for the network’s own relay, otherwise own)',
  }),
  projectId: text('project-id', { placeholder: 'ID', meaning: 'your project at the network’s relay' }),
  hasHandoff: toggle('handoff', { meaning: 'the page offers phones a handoff' }),
  hasNoHandoff: toggle('no-handoff', { meaning: 'the page offers none' }),
  cookie: text('cookie', { placeholder: 'NAME', meaning: 'the session’s cookie; otherwise all cookies are checked' }),
  timeout: wholeNumber('timeout', {
    ...{ range: [1, 120], default: 10, unit: 'seconds' },
    meaning: 'the time for one answer',
  }),
  isJson: toggle('json', { meaning: 'prints JSON' }),
}

export type DoctorValues = ValuesOf<typeof settings>
