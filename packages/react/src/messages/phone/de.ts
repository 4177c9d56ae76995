import type { PhoneTexts } from './en.ts'

export const de: PhoneTexts = {
  openIn: 'In {name} öffnen',
  openInDetail: 'Diese Seite öffnet sich im Browser von {name}. Verknüpfen Sie Ihre Wallet dort.',
  pasteDetail: 'Oder kopieren Sie den Link und öffnen Sie ihn im Browser von {name}.',
  leaveApp: 'Diese Seite in Ihrem Browser öffnen',
  leaveAppDetail:
    '{app} kann von hier aus keine anderen Apps öffnen. Kopieren Sie den Link und öffnen Sie ihn in Ihrem Browser, etwa Safari oder Chrome.',
}
