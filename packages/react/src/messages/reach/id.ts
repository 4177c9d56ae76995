import type { ReachTexts } from './en.ts'

export const id: ReachTexts = {
  linkable: 'Situs ini menautkan dompet yang ada di browser ini dan dompet yang memakai {relay}.',
  otherWallet: 'Saya punya dompet lain yang memakai {relay}',
  codeForRelay: 'Hanya dompet yang memakai {relay} dapat membaca kode ini.',
  codeForNetwork:
    'Sudah dipindai dan tidak terjadi apa-apa? Hanya dompet yang mendukung WalletConnect dapat membaca kode ini.',
  noRoute: '{name} tidak dapat ditautkan dari sini',
  noRouteDetail: 'Situs ini tidak dapat menjangkau {name} dari perangkat ini. Pilih dompet lain.',
}
