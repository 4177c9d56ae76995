import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Pilih jaringan',
  chooseNetworkDetail: '{name} memiliki akun di beberapa jaringan. Pilih yang ingin digunakan di sini.',
  linkOther: 'Tautkan juga akun {network} Anda di {name}',

  walletNotLinked:
    'Tidak ada akun yang bisa dimasuki dengan dompet ini. Masuk dengan cara lain, lalu tautkan dompet ini.',
  accountDiffers: 'Dompet membagikan akun lain. Pilih akun yang tertaut di dompet dan coba lagi.',
  stepUp: 'Masuk lagi ke situs ini dahulu. Setelah itu, tautkan dompet.',
  lastFactor: 'Ini cara terakhir Anda untuk masuk. Tambahkan cara lain dahulu.',
  notFound: 'Dompet ini tidak lagi tertaut.',

  walletUnreadable: 'Dompet memberi jawaban yang tidak dapat dibaca di sini. Perbarui dompet, atau pilih yang lain.',
  networkMissing: 'Dompet tidak membagikan akun di jaringan situs ini. Pilih jaringan itu di dompet, lalu coba lagi.',
  methodMissing:
    'Dompet tidak mengizinkan hal yang perlu diminta situs ini. Hubungkan lagi dan izinkan, atau pilih dompet lain.',
  accountUnsupported: 'Akun jenis ini tidak dapat ditautkan di sini. Pilih akun atau jaringan lain di dompet.',
  signatureWrong: 'Tanda tangan ini bukan dari akun yang dibagikan. Pilih akun itu di dompet dan tanda tangani lagi.',
  signatureUnsupported: 'Dompet ini menandatangani dengan cara yang tidak diterima di sini. Pilih dompet lain.',
  messageOver: 'Pesan yang harus ditandatangani tidak berlaku lagi. Coba lagi dan tanda tangani dalam beberapa menit.',
  tooManyWallets: 'Tidak ada lagi dompet yang dapat ditautkan ke akun Anda. Lepas satu dahulu.',
  serverFailed: 'Server situs ini tidak menjawab sebagaimana mestinya. Coba lagi beberapa menit lagi.',
  originRefused:
    'Dompet tidak dapat ditautkan di alamat situs ini. Buka situs di alamat biasanya, atau beri tahu pengelolanya.',
  storageRefused:
    'Browser ini tidak mengizinkan situs menyimpan apa pun. Izinkan di setelan, atau keluar dari jendela pribadi.',
  extensionFailed: '{name} melaporkan kesalahan. Buka, buka kuncinya, lalu coba lagi.',
  relayRefused: 'Relay tidak menerima situs ini. Coba lagi nanti, atau beri tahu pengelola situs.',
  relayBusy: 'Relay sedang terlalu sibuk. Tunggu sebentar, lalu coba lagi.',
  pageStopped: 'Halaman ini telah mengakhiri koneksi. Muat ulang dan coba lagi.',
  platformLacking:
    'Browser ini tidak dapat membuat koneksi aman di halaman ini. Buka situs melalui https, atau gunakan browser terbaru.',
}
