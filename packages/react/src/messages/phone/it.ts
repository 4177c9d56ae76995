import type { PhoneTexts } from './en.ts'

export const it: PhoneTexts = {
  openIn: 'Apri in {name}',
  openInDetail: 'Questa pagina si apre nel browser di {name}. Collega lì il tuo wallet.',
  pasteDetail: 'Oppure copia il link e aprilo nel browser di {name}.',
  leaveApp: 'Apri questa pagina nel tuo browser',
  leaveAppDetail:
    '{app} non può aprire altre app da qui. Copia il link e aprilo nel tuo browser, per esempio Safari o Chrome.',
}
