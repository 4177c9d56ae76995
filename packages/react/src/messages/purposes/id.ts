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

  cannotSign: 'Dompet ini tidak dapat menandatangani pesan dengan akun ini. Gunakan akun lain atau dompet lain.',
  notDeployed: 'Dompet pintar ini belum disiapkan di jaringan ini, jadi tanda tangannya tidak dapat diperiksa di sini.',
  signaturePending:
    'Dompet belum selesai menandatangani. Mungkin orang lain masih harus menandatangani. Periksa lagi setelah itu.',
  othersMaySign:
    'Jika orang lain harus ikut menandatangani, minta mereka sekarang. Halaman ini menunggu hingga {time}.',
  retryOnNetwork: 'Coba lagi di {network}',
  retryOtherWallet: 'Coba lagi dengan dompet lain',
  checkAgain: 'Periksa lagi',

  walletNotLinked:
    'Tidak ada akun yang bisa dimasuki dengan dompet ini. Masuk dengan cara lain, lalu tautkan dompet ini.',
  accountDiffers: 'Dompet membagikan akun lain. Pilih akun yang tertaut di dompet dan coba lagi.',
  stepUp: 'Masuk lagi ke situs ini dahulu. Setelah itu, tautkan dompet.',
  lastFactor: 'Ini cara terakhir Anda untuk masuk. Tambahkan cara lain dahulu.',
  notFound: 'Dompet ini tidak lagi tertaut.',
}
