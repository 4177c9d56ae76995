import type { PhoneTexts } from './en.ts'

export const es: PhoneTexts = {
  openIn: 'Abrir en {name}',
  openInDetail: 'Esta página se abre en el navegador de {name}. Vincula allí tu billetera.',
  pasteDetail: 'O copia el enlace y ábrelo en el navegador de {name}.',
  leaveApp: 'Abre esta página en tu navegador',
  leaveAppDetail:
    '{app} no puede abrir otras aplicaciones desde aquí. Copia el enlace y ábrelo en tu navegador, por ejemplo Safari o Chrome.',
}
