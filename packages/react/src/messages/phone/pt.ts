import type { PhoneTexts } from './en.ts'

export const pt: PhoneTexts = {
  openIn: 'Abrir em {name}',
  openInDetail: 'Esta página abre no navegador de {name}. Vincule sua carteira lá.',
  pasteDetail: 'Ou copie o link e abra-o no navegador de {name}.',
  leaveApp: 'Abra esta página no seu navegador',
  leaveAppDetail:
    'O {app} não consegue abrir outros apps daqui. Copie o link e abra-o no seu navegador, como Safari ou Chrome.',
}
