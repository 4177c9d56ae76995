import type { PurposeTexts } from './en.ts'

/** Indonesian. */
export const id: PurposeTexts = {
  signIn: 'Masuk dengan dompet Anda',
  signInFailed: 'Anda belum masuk',
  signedIn: 'Berhasil masuk',
  signedInDetail: 'Anda masuk dengan {account}.',

  unlink: 'Lepas tautan dompet Anda',
  unlinkFailed: 'Tautan dompet tidak dilepas',
  unlinked: 'Tautan dompet dilepas',
  unlinkedDetail: '{account} tidak lagi tertaut ke akun Anda.',

  release: 'Ambil kembali dompet Anda',
  releaseFailed: 'Dompet tidak diambil kembali',
  released: 'Dompet diambil kembali',
  releasedDetail: 'Tidak ada lagi akun lain di situs ini yang tertaut dengannya.',

  walletNotLinked:
    'Tidak ada akun yang bisa dimasuki dengan dompet ini. Masuk dengan cara lain, lalu tautkan dompet ini.',
  accountDiffers: 'Dompet membagikan akun lain. Pilih akun yang tertaut di dompet dan coba lagi.',
  stepUp: 'Masuk lagi ke situs ini dahulu. Setelah itu, tautkan dompet.',
  lastFactor: 'Ini cara terakhir Anda untuk masuk. Tambahkan cara lain dahulu.',
  notFound: 'Dompet ini tidak lagi tertaut.',
}
