import type { PhoneTexts } from './en.ts'

export const tr: PhoneTexts = {
  openIn: '{name} içinde aç',
  openInDetail: 'Bu sayfa {name} tarayıcısında açılır. Cüzdanınızı orada bağlayın.',
  pasteDetail: 'Ya da bağlantıyı kopyalayıp {name} tarayıcısında açın.',
  leaveApp: 'Bu sayfayı tarayıcınızda açın',
  leaveAppDetail:
    '{app} buradan başka uygulamaları açamıyor. Bağlantıyı kopyalayıp Safari veya Chrome gibi bir tarayıcıda açın.',
}
