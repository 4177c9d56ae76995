import type { PhoneTexts } from './en.ts'

export const id: PhoneTexts = {
  openIn: 'Buka di {name}',
  openInDetail: 'Halaman ini terbuka di browser {name}. Tautkan dompet Anda di sana.',
  pasteDetail: 'Atau salin tautan dan buka di browser {name}.',
  leaveApp: 'Buka halaman ini di browser Anda',
  leaveAppDetail:
    '{app} tidak dapat membuka aplikasi lain dari sini. Salin tautan dan buka di browser Anda, misalnya Safari atau Chrome.',
}
