import { text, toggle, type ValuesOf, wholeNumber } from '@hawser/command'

/** The settings of `hawser start`; those of its relay and registry come from their own variables. */
export const startSettings = {
  port: wholeNumber('port', {
    ...{ range: [0, 65_534], default: 4402 },
    meaning: 'port of the relay; the registry takes the next one, and 0 takes two free ones',
    reason: 'something else has port 4402 or 4403',
  }),
  host: text('host', {
    placeholder: 'NAME',
    default: '127.0.0.1',
    meaning: 'interface to listen on',
    reason: 'a phone or another machine has to reach it',
  }),
  dataDir: text('data', {
    placeholder: 'DIR',
    default: '.hawser',
    meaning: 'folder of the databases, made when missing',
    reason: 'the data belongs on another disk',
  }),
  trustedProxies: wholeNumber('trusted-proxies', {
    ...{ range: [0, 16], default: 0 },
    meaning: 'proxies in front that add to X-Forwarded-For',
    reason: 'there is a proxy in front',
  }),
  acceptsPlain: toggle('i-accept-plain', {
    meaning: 'serve a network with no TLS proxy in front',
    reason: 'you try it in your own network',
  }),
}

export type StartValues = ValuesOf<typeof startSettings>
